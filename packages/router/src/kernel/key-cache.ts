import type { Actor } from "./context.ts";

/** Authenticates keys and caches their rows for at most 5 seconds. */
export interface KeyCache {
  /** Does the same as `authenticateKey`. */
  authenticate(token: string, now: Date): Promise<Actor | null>;
  /** Removes a revoked key, which is invalid from now on. */
  forget(keyId: string): void;
  /** Says whether the process receives notices about revoked keys (`REVOKED`). Without notices, nothing is cached. */
  setListening(isListening: boolean): void;
}
