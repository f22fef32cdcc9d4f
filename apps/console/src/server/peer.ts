import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "./once.ts";

/** The socket of the current request. Next shows route handlers no socket, and passes any `X-Forwarded-For` on. */
export const peers = (): AsyncLocalStorage<{ address: string | undefined }> =>
  once("peers", () => new AsyncLocalStorage());
