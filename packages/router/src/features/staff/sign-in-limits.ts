import { networkOf } from "../../kernel/caller-address.ts";
import type { Limit } from "./attempts.ts";

const MINUTE = 60_000;

/** The limit on wrong passwords. @param key of an account, a known browser or a session */
const passwordsOf = (key: string): Limit => ({ key, most: 20, windowMs: 15 * MINUTE });

/** The limit on wrong passwords and codes from one IPv4 address or IPv6 /64, for all accounts together. */
const ofNetwork = (address: string): Limit => ({
  key: `address ${networkOf(address)}`,
  most: 100,
  windowMs: 15 * MINUTE,
});

/** The limit on wrong codes. Three of a million codes are valid at a time: with ten attempts an hour, guessing one takes years. */
const codes = (key: string): Limit => ({ key, most: 10, windowMs: 60 * MINUTE });

/** The limits that count an attempt, and the network whose turn the attempt takes. */
export interface AttemptLimits {
  limits: readonly Limit[];
  /** The network of an unknown browser; undefined for a known browser or a caller with a session. */
  network: string | undefined;
}

/**
 * The limits on attempts to sign in. An attempt from a known browser counts against that browser only. Any other attempt counts
 * against the account and the network.
 * @param browser the id of the browser if it has signed in to the account before
 */
export function limitsOfSignIn(email: string, address: string, browser: string | undefined): AttemptLimits {
  if (browser) return { limits: [passwordsOf(`browser ${browser}`)], network: undefined };
  return { limits: [ofNetwork(address), passwordsOf(`account ${email}`)], network: networkOf(address) };
}

/** The limits on attempts at a code. */
export function limitsOfCode(userId: string, address: string, browser: string | undefined): AttemptLimits {
  if (browser) return { limits: [codes(`code ${userId} ${browser}`)], network: undefined };
  return { limits: [ofNetwork(address), codes(`code ${userId}`)], network: networkOf(address) };
}

/** The limits on attempts at the password by a caller with a session. */
export function limitsOfSession(userId: string): AttemptLimits {
  return { limits: [passwordsOf(`session ${userId}`)], network: undefined };
}

/** Allows each TOTP code once (RFC 6238, section 5.2). A code is valid for 90 seconds. */
export const singleUse = (userId: string, code: string): Limit => ({
  key: `used ${userId} ${code}`,
  most: 1,
  windowMs: 2 * MINUTE,
});
