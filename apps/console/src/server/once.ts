import { AsyncLocalStorage } from "node:async_hooks";
import type { Meter, Tracer } from "@highstreet/router";
import type { Catalog } from "../languages/catalog.ts";

const made = globalThis as unknown as { highstreetConsole?: Map<string, unknown> };

/**
 * One instance per process. Next bundles each route separately, so a variable of a module would exist once per route.
 */
export function once<T>(name: string, make: () => T): T {
  made.highstreetConsole ??= new Map();
  if (!made.highstreetConsole.has(name)) made.highstreetConsole.set(name, make());
  return made.highstreetConsole.get(name) as T;
}

/**
 * The address of the socket, the id and the language of the current request. Next hides sockets from route handlers and passes on any
 * `X-Forwarded-For`.
 */
export const peers = (): AsyncLocalStorage<{
  address: string | undefined;
  requestId: string;
  catalog: Catalog | undefined;
}> => once("peers", () => new AsyncLocalStorage());

/** Aborted when the process takes no new connections. Ends the streams, which would otherwise last until the deadline. */
export const ending = (): AbortController => once("ending", () => new AbortController());

/** Counts for the metrics of the process. main.ts sets it; `next dev` has no metrics. */
export const meterOf = (make: () => Meter | undefined = () => undefined): Meter | undefined => once("meter", make);

/** The traces of the process, if it has any. main.ts sets them; `next dev` has no traces. */
export const tracerOf = (make: () => Tracer | undefined = () => undefined): Tracer | undefined => once("tracer", make);
