/** The errors that pass by themselves. */
const passing = new Set(["RateLimited", "InternalError", "Unavailable"]);

/** Whether the same call can succeed later. @param code null: the call did not reach the server */
export const isPassingError = (code: string | null): boolean => code === null || passing.has(code);
