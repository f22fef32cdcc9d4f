import { type LookupAddress, lookup } from "node:dns";
import type { LookupFunction } from "node:net";
import type { Settings } from "@highstreet/router";
import { mayConnect } from "@highstreet/router/webhooks/index.ts";

/**
 * Resolves names for connections, and fails when any of a name's addresses may not be called: what was checked when the
 * URL was set may have changed since (DNS rebinding).
 * @param protocol of the URL: `https:` or `http:`
 */
export function guardedLookup(protocol: string, settings: Settings): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const [first] = addresses ?? [];
      if (error || !first) return callback(error ?? new Error(`${hostname} has no address`), []);
      if (!addresses.every(({ address }) => mayConnect(protocol, address, settings))) {
        return callback(new Error(`${hostname} leads to an address that may not be called`), []);
      }
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
