import type { StoreIds } from "./append/append-events.ts";
import type { Lease } from "./lease/leases.ts";
import type { DueEvent } from "./read/due-events.ts";
import type { Completion } from "./record/record-deliveries.ts";
import type { SigningSecret } from "./sign/sign-delivery.ts";

/** What the engine needs of the application around it. The router implements it (`deliveryHost` in features/webhooks). */
export interface DeliveryHost {
  /** The body of the call for an event. @param enhanced with product data */
  eventBody(event: Pick<DueEvent, "action" | "data" | "product">, enhanced: boolean): string;
  /** The signing secrets of a store's endpoint, the oldest first. @param sealed the secret of the lease */
  openSecrets(store: StoreIds, sealed: Uint8Array): SigningSecret[];
  /**
   * Records the call that verifies an endpoint, and changes the channel. `done.dueAt` is the time of the next ping.
   * @returns false if the lease was lost. Then nothing is recorded
   */
  settlePing(lease: Lease, done: Completion): Promise<boolean>;
  /** Adds or removes the channel's warning `ENDPOINT_FAILING`. @returns false if the lease was lost */
  warnOfFailing(lease: Lease, isFailing: boolean): Promise<boolean>;
}
