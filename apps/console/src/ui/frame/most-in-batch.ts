/** Maximum number of tRPC calls in one request. */
export const MOST_IN_BATCH = 20;
