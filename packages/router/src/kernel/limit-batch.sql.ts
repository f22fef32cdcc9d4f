/** Ends a batch that takes too long. A normal batch is short. */
export const limitBatch = "SET LOCAL statement_timeout = '60s'";
