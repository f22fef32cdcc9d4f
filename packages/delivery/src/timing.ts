/** Times that must fit each other. */

/** A worker starts no call later than this time after its lease was taken away. */
export const LEASE_MS = 1_500;

/** Time between renewals of a worker's lease. Two renewals can fail before the lease ends. */
export const HEARTBEAT_MS = 400;
