import { buildConnector } from "undici";
import type { Settings } from "../kernel/context.ts";
import { mayConnect } from "./check-address.ts";
import { guardedLookup } from "./guarded-lookup.ts";
import { limitAnswers } from "./limit-answers.ts";

/** Then the next of a name's addresses is tried; the last one has what is left of the time. */
const ADDRESS_MS = 2_000;

/**
 * Connects, for undici's pools and clients, to addresses that may be called: those of a name are looked at before, and the
 * one that the socket says it reached before anything is written to it.
 * @param protocol of the URL: `https:` or `http:`
 * @param timeoutMs over looking the name up, connecting and TLS
 * @param mostBytes after one request, of all that an answer is made of
 */
export function guardedConnector(
  protocol: string,
  settings: Settings,
  { timeoutMs, mostBytes }: { timeoutMs: number; mostBytes: number },
): buildConnector.connector {
  const connect = buildConnector({
    allowH2: false,
    timeout: timeoutMs,
    lookup: guardedLookup(protocol, settings),
    autoSelectFamilyAttemptTimeout: ADDRESS_MS,
  });
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error) return callback(error, null);
      if (!mayConnect(protocol, socket.remoteAddress ?? "", settings)) {
        socket.destroy();
        return callback(new Error(`${options.hostname} led to an address that may not be called`), null);
      }
      limitAnswers(socket, mostBytes);
      callback(null, socket);
    });
}
