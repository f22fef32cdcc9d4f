const others = new Set(["http-pull", "connection", "api"]);

/** If the shop sends the files of a provider itself. The upload key is shown for these providers only. */
export const sendsFiles = (provider: string): boolean => !others.has(provider);
