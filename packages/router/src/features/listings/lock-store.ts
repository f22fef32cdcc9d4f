import { WaitedTooLong } from "@highstreet/db";

/** Maximum time that a step waits for a store's lock. */
export interface Patience {
  /** Default: the wait of every transaction in the process. */
  waitMs?: number;
}

/** Whether an error means that other work holds the store's lock. */
export const isBusy = (error: unknown): boolean => error instanceof WaitedTooLong;
