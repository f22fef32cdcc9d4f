/** Maximum number of tRPC calls in one request. */
export const MAX_BATCH = 20;
