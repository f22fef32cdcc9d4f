import { isIPv6, type LookupFunction } from "node:net";
import type { Settings } from "../kernel/context.ts";
import { addressesOf } from "./addresses-of.ts";
import { mayConnect } from "./check-address.ts";

/**
 * Resolves names for connections, and fails when any of a name's addresses may not be called: what was checked when the
 * URL was set may have changed since (DNS rebinding). The connection goes to the addresses that were looked at, while
 * certificates are held against the name.
 * @param protocol of the URL: `https:` or `http:`
 */
export function guardedLookup(protocol: string, settings: Settings): LookupFunction {
  async function find(name: string) {
    const addresses = await addressesOf(protocol, name, settings);
    if (!addresses.every((address) => mayConnect(protocol, address, settings))) {
      throw new Error(`${name} leads to an address that may not be called`);
    }
    return addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  }
  return (name, { all }, callback) => {
    find(name).then(
      (found) => {
        if (all) callback(null, found);
        else callback(null, found[0]?.address ?? "", found[0]?.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}
