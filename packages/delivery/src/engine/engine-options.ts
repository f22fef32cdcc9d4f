import type { OutboundSettings } from "@highstreet/outbound";
import type { DeliveryHost } from "../delivery-host.ts";
import type { WorkerDb } from "../receivers/receiver-health.ts";
import type { Completion } from "../record/record-deliveries.ts";
import type { DeliveryTracer } from "../send/delivery-tracer.ts";

export interface EngineOptions {
  db: WorkerDb;
  now: () => Date;
  host: DeliveryHost;
  settings: OutboundSettings;
  log: { error(fields: object, message: string): void };
  /** Maximum number of concurrent stores. Four times as many can wait for their endpoints in addition. */
  streams?: number;
  /** Time between searches for due stores. */
  pollMs?: number;
  /** For connection, headers and body of a call together. */
  deadlineMs?: number;
  /** A random number from 0 to 1. Spreads retries. */
  random?: () => number;
  /** Maximum pause after many failed calls, before the endpoint counts as failing. */
  longestRestMs?: number;
  onCall?: (completion: Completion) => void;
  /** Traces each call. Default: no traces. */
  tracer?: DeliveryTracer | undefined;
}

/** The options with their defaults. */
export type FullOptions = Required<Omit<EngineOptions, "tracer">> & Pick<EngineOptions, "tracer">;
