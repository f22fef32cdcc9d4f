import type { Database } from "@highstreet/db";
import type { NameResolver, Sender } from "@highstreet/outbound";
import type { Providers } from "@highstreet/providers";
import type { IfMatch } from "./if-match.ts";
import type { KeyCache } from "./key-cache.ts";
import type { Quotas } from "./quotas.ts";
import type { Role } from "./roles.ts";
import type { Scope } from "./scopes.schema.ts";
import type { Vault } from "./sealing/index.ts";

/** Who calls. */
export type Actor =
  | {
      kind: "key";
      keyId: string;
      partnerId: string;
      scopes: ReadonlySet<Scope>;
      /** The only retailers that the key opens; null: all of the partner's. */
      retailerIds: ReadonlySet<string> | null;
      expiresAt: Date | null;
    }
  /** The upload key of a store's source. */
  | {
      kind: "upload";
      keyId: string;
      partnerId: string;
      retailerId: string;
      storeId: string;
      /** The mode of feeds whose call names none. */
      mode: "update" | "replace";
    }
  /** `partnerId`: the partner of the retailers; undefined if the user has no role. */
  | { kind: "staff"; userId: string; name: string; roles: ReadonlyMap<string, Role>; partnerId?: string | undefined }
  | { kind: "system" };

/** Choices of whoever runs the service. */
export interface Settings {
  /** `HIGHSTREET_ALLOW_LOCAL_WEBHOOKS`: webhook URLs may be `http://` to loopback addresses. */
  allowLocalWebhooks: boolean;
  /** The warning for staff about the sandbox (`sandboxWarning`). */
  sandboxWarning?: string;
  /** The maximum of retailers, stores, keys, … per partner; a missing quota has its default. */
  quotas?: Partial<Quotas>;
  /** Asked for the addresses of names that partners give; undefined: one for the process, which asks the machine's DNS servers. */
  resolver?: Pick<NameResolver, "addressesOf">;
}

/** What every verb works with. Time comes from `now` alone, so that a test can travel. */
export interface Context {
  db: Database;
  /** null: nobody has signed in. */
  actor: Actor | null;
  now: () => Date;
  requestId: string;
  providers: Providers;
  vault: Vault;
  settings: Settings;
  /** Calls an address that a partner named, if it may be called. */
  sender: Pick<Sender, "send">;
  /** Where calls look keys up, to be told of one that is revoked; undefined: nothing is kept of keys. */
  keyCache?: KeyCache;
  /** What the caller takes the changed record's version to be (`checkVersion`); undefined: whatever it is. */
  ifMatch?: IfMatch;
  /** Hears how many lines of a feed were read so far; what it throws ends the call. */
  onLines?: (lines: number) => void;
  /** The transaction is rolled back (`dryRun`). Calls to outside services must be left out. */
  isDryRun?: true;
}
