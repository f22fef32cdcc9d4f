import type { Sql } from "@highstreet/db";
import type { CallResult } from "@highstreet/outbound";
import type { StoreIds } from "../append/append-events.ts";
import type { FullOptions } from "../engine/engine-options.ts";
import { inOrder, type Lease, postponeStore } from "../lease/leases.ts";
import { Finisher } from "../record/record-deliveries.ts";
import { isSuccess, nextPing, type RetrySchedule, readRetryAfter } from "../record/retry-schedule.ts";
import { type StreamStatements, streamStatements } from "../send/stream-log.ts";
import * as sql from "./positions.sql.ts";

/** The right to call an endpoint, with the data for the calls. Valid while its follower has this epoch. */
export interface EndpointLease {
  endpointId: string;
  epoch: number;
  partnerId: string;
  /** null: an endpoint of the partner. */
  retailerId: string | null;
  url: string;
  /** The place of the URL among the endpoint's addresses, from 1. */
  endpoint: number;
  enhancedProductData: boolean;
  retries: RetrySchedule;
  deadlineMs: number;
  /** null: no limit. */
  callsPerSecond: number | null;
  /** The most events of a call. 1: calls have one event each, in another form. */
  batchSize: number;
  /** Sealed, with the own headers. */
  secret: Uint8Array;
  /** The endpoint has answered a ping with 2xx. Before that only the ping is sent. */
  isVerified: boolean;
  isFailing: boolean;
  failures: number;
  failingSince: Date | null;
  pingTries: number;
}

/** A position that a lease has taken. */
export type TakenPosition = StoreIds & Pick<Lease, "cursor" | "inFlightHighWater" | "first">;

/** The statements of a run. */
export interface RunStatements {
  findDue(inHand: string[], limit: number): Promise<StoreIds[]>;
  take(stores: StoreIds[]): Promise<TakenPosition[]>;
  ofStore(lease: Lease): StreamStatements;
  postpone(lease: Lease, until: Date): Promise<unknown>;
  /** @param tries pings so far, with this one */
  settlePing(result: CallResult, tries: number): Promise<boolean>;
  warnOfFailing(isFailing: boolean): Promise<boolean>;
  release(state: { holdUntil: Date | null; failures: number; failingSince: Date | null }): Promise<unknown>;
}

export function runStatements(
  db: Sql,
  { host, now, random }: Pick<FullOptions, "host" | "now" | "random">,
  lease: EndpointLease,
): RunStatements {
  const { endpointId, epoch } = lease;
  const finisher = new Finisher(db, sql.finishPositionsSql);
  return {
    findDue: (inHand, limit) => db.query<StoreIds>(sql.duePositionsSql, [endpointId, now(), inHand, limit]),
    take: async (stores) => {
      const byRetailer = Map.groupBy(stores, ({ retailerId }) => retailerId);
      const taken = [...byRetailer].map(([retailerId, own]) => {
        const storeIds = inOrder(own).map(({ storeId }) => storeId);
        return db.query<TakenPosition>(sql.takePositionsSql, [retailerId, storeIds, endpointId, epoch, now()]);
      });
      return (await Promise.all(taken)).flat();
    },
    ofStore: (one) => streamStatements(db, host, one, finisher),
    postpone: (one, until) => postponeStore(db, one, until),
    settlePing: (result, tries) => {
      const isAccepted = isSuccess(result);
      const at = now();
      const dueAt = isAccepted ? null : nextPing(at, tries, readRetryAfter(result.retryAfter, at), random);
      return host.settleEndpointPing(lease, { isAccepted, tries, dueAt });
    },
    warnOfFailing: (isFailing) => host.warnOfFailingEndpoint(lease, isFailing),
    release: ({ holdUntil, failures, failingSince }) =>
      db.query(sql.releaseEndpointSql, [endpointId, epoch, holdUntil, failures, failingSince]),
  };
}
