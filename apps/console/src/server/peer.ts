import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "./once.ts";

/** The socket of the request under way. Next shows route handlers no socket, and takes `X-Forwarded-For` from anybody. */
export const peers = (): AsyncLocalStorage<{ address: string | undefined }> =>
  once("peers", () => new AsyncLocalStorage());
