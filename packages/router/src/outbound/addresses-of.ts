import { lookup } from "node:dns/promises";
import type { Settings } from "../kernel/context.ts";
import { NameResolver } from "./name-resolver.ts";

/** One memory of names for the process. */
const resolver = new NameResolver();

/**
 * All addresses that a URL's host name leads to, none of them looked at. Plain http is for this machine alone (`mayConnect`),
 * whose hosts file knows its names.
 * @throws an Error with code ENOTFOUND or EAI_AGAIN
 */
export async function addressesOf(protocol: string, name: string, settings: Settings): Promise<readonly string[]> {
  if (protocol !== "http:") return (settings.resolver ?? resolver).addressesOf(name);
  return (await lookup(name, { all: true })).map(({ address }) => address);
}
