import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "./once.ts";

/** The socket of the current request. Next hides sockets from route handlers and passes on any `X-Forwarded-For`. */
export const peers = (): AsyncLocalStorage<{ address: string | undefined }> =>
  once("peers", () => new AsyncLocalStorage());
