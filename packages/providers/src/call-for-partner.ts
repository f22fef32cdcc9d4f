import { AsyncLocalStorage } from "node:async_hooks";

/** Calls without a partner share one turn. */
const NO_PARTNER = "00000000-0000-0000-0000-000000000000";

const partners = new AsyncLocalStorage<string>();

/** Assigns all provider calls in `work` to the partner. Partners that wait for a quota take turns. */
export const callForPartner = <Result>(partnerId: string, work: () => Promise<Result>): Promise<Result> =>
  partners.run(partnerId, work);

/** The partner of the current call. */
export const partnerOfCall = (): string => partners.getStore() ?? NO_PARTNER;
