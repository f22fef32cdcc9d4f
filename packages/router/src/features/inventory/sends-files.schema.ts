const others = new Set(["http-pull", "connection", "api"]);

/** Whether the shop sends the files of a provider itself. The console shows the upload key for these providers only. Without zod, for browsers. */
export const sendsFiles = (provider: string): boolean => !others.has(provider);
