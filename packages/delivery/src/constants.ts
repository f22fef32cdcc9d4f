/** A worker starts no call later than this time after its lease was taken away. */
export const LEASE_MS = 1_500;

/** Time between renewals of a worker's lease. Two renewals can fail before the lease ends. */
export const HEARTBEAT_MS = 400;

/** Time between two reads of `worker_id` while a change waits for the worker of a store. */
export const RELEASE_POLL_MS = 25;

/** Deadline of a call: connection, headers and body together. */
export const CALL_DEADLINE_MS = 10_000;

/** Time after which an unanswered probe is repeated. Longer than the deadline of a call. */
export const PROBE_CLAIM_SECONDS = 15;

/** Failed calls in a row after which a store pauses, and after which its endpoint can count as failing. */
export const FAILURES_UNTIL_PAUSE = 10;

/** Unreachable calls without an answer between after which a receiver counts as down. */
export const CALLS_UNTIL_DOWN = 3;
