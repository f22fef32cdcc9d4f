import { AsyncLocalStorage } from "node:async_hooks";

/** Calls that are made for no partner share one turn. */
const NO_PARTNER = "00000000-0000-0000-0000-000000000000";

const partners = new AsyncLocalStorage<string>();

/** Makes all calls to providers in `work` on the partner's turn: partners that wait for a quota take turns. */
export const callForPartner = <Result>(partnerId: string, work: () => Promise<Result>): Promise<Result> =>
  partners.run(partnerId, work);

/** The partner that the current call is made for. */
export const partnerOfCall = (): string => partners.getStore() ?? NO_PARTNER;
