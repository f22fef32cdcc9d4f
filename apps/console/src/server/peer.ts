import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "./once.ts";

/**
 * The address of the socket and the id of the current request. Next hides sockets from route handlers and passes on any
 * `X-Forwarded-For`.
 */
export const peers = (): AsyncLocalStorage<{ address: string | undefined; requestId: string }> =>
  once("peers", () => new AsyncLocalStorage());
