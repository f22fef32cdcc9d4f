import { networkOf } from "../caller-address.ts";
import type { Limit } from "./attempts.ts";

const MINUTE = 60_000;

/** Wrong passwords. @param key of an account, a known browser or a session */
export const passwordsOf = (key: string): Limit => ({ key, most: 20, windowMs: 15 * MINUTE });

/** Wrong passwords and codes from one IPv4 address or IPv6 /64, for all accounts together. */
const ofNetwork = (address: string): Limit => ({
  key: `address ${networkOf(address)}`,
  most: 100,
  windowMs: 15 * MINUTE,
});

/** Three codes of a million are right at a time: at ten an hour, a guess takes years. */
const codes = (key: string): Limit => ({ key, most: 10, windowMs: 60 * MINUTE });

/**
 * What an attempt to sign in counts for: of a known browser for that browser alone, else for the account and the network.
 * @param browser its id, if it has signed in to the account before
 */
export function limitsOfSignIn(email: string, address: string, browser: string | undefined): Limit[] {
  if (browser) return [passwordsOf(`browser ${browser}`)];
  return [ofNetwork(address), passwordsOf(`account ${email}`)];
}

/** What an attempt at a code counts for. */
export function limitsOfCode(userId: string, address: string, browser: string | undefined): Limit[] {
  return browser ? [codes(`code ${userId} ${browser}`)] : [ofNetwork(address), codes(`code ${userId}`)];
}

/** A code of the app is good once (RFC 6238, section 5.2), and is valid for a minute and a half. */
export const onlyUse = (userId: string, code: string): Limit => ({
  key: `used ${userId} ${code}`,
  most: 1,
  windowMs: 2 * MINUTE,
});
