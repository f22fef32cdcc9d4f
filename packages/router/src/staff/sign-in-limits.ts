import { networkOf } from "../caller-address.ts";
import type { Limit } from "./attempts.ts";

const MINUTE = 60_000;

/** Wrong passwords. @param key of an account, a known browser or a session */
const passwordsOf = (key: string): Limit => ({ key, most: 20, windowMs: 15 * MINUTE });

/** Wrong passwords and codes from one IPv4 address or IPv6 /64, for all accounts together. */
const ofNetwork = (address: string): Limit => ({
  key: `address ${networkOf(address)}`,
  most: 100,
  windowMs: 15 * MINUTE,
});

/** Three codes of a million are right at a time: at ten an hour, a guess takes years. */
const codes = (key: string): Limit => ({ key, most: 10, windowMs: 60 * MINUTE });

/** How an attempt is counted, and whose turn it takes. */
export interface Judging {
  limits: readonly Limit[];
  /** The network of a stranger; undefined: a known browser, or somebody with a session. */
  network: string | undefined;
}

/**
 * An attempt to sign in: of a known browser it counts for that browser alone, else for the account and the network.
 * @param browser its id, if it has signed in to the account before
 */
export function judgingOfSignIn(email: string, address: string, browser: string | undefined): Judging {
  if (browser) return { limits: [passwordsOf(`browser ${browser}`)], network: undefined };
  return { limits: [ofNetwork(address), passwordsOf(`account ${email}`)], network: networkOf(address) };
}

/** An attempt at a code. */
export function judgingOfCode(userId: string, address: string, browser: string | undefined): Judging {
  if (browser) return { limits: [codes(`code ${userId} ${browser}`)], network: undefined };
  return { limits: [ofNetwork(address), codes(`code ${userId}`)], network: networkOf(address) };
}

/** An attempt at the password by somebody with a session. */
export function judgingOfSession(userId: string): Judging {
  return { limits: [passwordsOf(`session ${userId}`)], network: undefined };
}

/** A code of the app is good once (RFC 6238, section 5.2), and is valid for a minute and a half. */
export const onlyUse = (userId: string, code: string): Limit => ({
  key: `used ${userId} ${code}`,
  most: 1,
  windowMs: 2 * MINUTE,
});
