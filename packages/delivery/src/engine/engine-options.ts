import type { Sql, Tracer } from "@highstreet/db";
import type { OutboundSettings } from "@highstreet/outbound";
import type { StoreIds } from "../append/append-events.ts";
import type { Lease } from "../lease/leases.ts";
import type { DueEvent } from "../read.ts";
import type { Completion } from "../record/record-deliveries.ts";
import type { SigningSecret } from "../send/sign-delivery.ts";

/** The router implements it (`deliveryHost` in features/webhooks). */
export interface DeliveryHost {
  /** The body of the call for an event. @param enhanced with product data @param retailerId of a call to an endpoint, which names the retailer */
  eventBody(
    event: Pick<DueEvent, "action" | "data" | "product">,
    enhanced: boolean,
    retailerId?: string | undefined,
  ): string;
  /** The signing secrets of a store's channel or of an endpoint, the oldest first. @param sealed the secret of the lease */
  openSecrets(signer: StoreIds | { endpointId: string }, sealed: Uint8Array): SigningSecret[];
  /** The own headers of an endpoint, in small letters. @param sealed the secret of the lease */
  openHeaders(endpointId: string, sealed: Uint8Array): Record<string, string>;
  /**
   * Records the call that verifies an endpoint, and changes the channel. `done.dueAt` is the time of the next ping.
   * @returns false if the lease was lost. Then nothing is recorded
   */
  settlePing(lease: Lease, done: Completion): Promise<boolean>;
  /** Adds or removes the channel's warning `ENDPOINT_FAILING`. @returns false if the lease was lost */
  warnOfFailing(lease: Lease, isFailing: boolean): Promise<boolean>;
  /** The body of the call that verifies an endpoint. `retailerId`: null for an endpoint of a partner */
  endpointPing(endpoint: { id: string; retailerId: string | null }): string;
  /** Records the result of an endpoint's ping. @returns false if the lease was lost. Then nothing is recorded */
  settleEndpointPing(lease: HeldEndpoint, ping: EndpointPing): Promise<boolean>;
  /** As `warnOfFailing`, for an endpoint. */
  warnOfFailingEndpoint(lease: HeldEndpoint, isFailing: boolean): Promise<boolean>;
}

export interface HeldEndpoint {
  endpointId: string;
  epoch: number;
}

export interface EndpointPing {
  isAccepted: boolean;
  /** Pings so far, with this one. */
  tries: number;
  /** The time of the next ping; null after an accepted one. */
  dueAt: Date | null;
}

export interface EngineOptions {
  db: Sql;
  now: () => Date;
  host: DeliveryHost;
  settings: OutboundSettings;
  log: { error(fields: object, message: string): void };
  /** Maximum number of concurrent stores. Four times as many can wait for their endpoints in addition. */
  streams?: number;
  /** Maximum number of concurrent statements of all streams. The connections need room for the renewal of leases. */
  statements?: number;
  pollMs?: number;
  /** For connection, headers and body of a call together. */
  deadlineMs?: number;
  random?: () => number;
  /** Maximum pause after many failed calls, before the endpoint counts as failing. */
  longestRestMs?: number;
  onCall?: (completion: Completion) => void;
  tracer?: Pick<Tracer, "start"> | undefined;
}

export type FullOptions = Required<Omit<EngineOptions, "tracer">> & Pick<EngineOptions, "tracer">;
