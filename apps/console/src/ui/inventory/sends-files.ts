/** If the shop sends the files of a provider itself. The upload key is shown for these providers only. */
export const sendsFiles = (provider: string): boolean => provider !== "http-pull" && provider !== "api";
