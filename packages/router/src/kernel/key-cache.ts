import type { Actor } from "./context.ts";

/** Looks keys up for calls, and keeps what it found for at most 5 seconds. */
export interface KeyCache {
  /** As `authenticateKey`. */
  authenticate(token: string, now: Date): Promise<Actor | null>;
  /** The key was revoked: it opens nothing from here on. */
  forget(keyId: string): void;
  /** Whether it is heard of keys that other processes revoke (`REVOKED`): as long as not, nothing is kept. */
  setHearing(isHearing: boolean): void;
}
