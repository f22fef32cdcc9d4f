/** Calls of tRPC that one request holds, at most. */
export const MOST_IN_BATCH = 20;
