import { WaitedTooLong } from "@highstreet/db";

/** How long a step waits for a store that other work has locked. */
export interface Patience {
  /** Default: as long as any transaction of the process. */
  waitMs?: number;
}

/** Whether work on a store came to nothing because other work has the store locked. */
export const isBusy = (error: unknown): boolean => error instanceof WaitedTooLong;
