import type { Database } from "@highstreet/db";
import type { NameResolver, Sender } from "@highstreet/outbound";
import type { Providers } from "@highstreet/providers";
import type { ChangeFeed } from "./change-feed.ts";
import type { IfMatch } from "./if-match.ts";
import type { KeyCache } from "./key-cache.ts";
import type { Meter } from "./meter.ts";
import type { Quotas } from "./quotas.ts";
import type { Role } from "./roles.ts";
import type { Scope } from "./scopes.schema.ts";
import type { Vault } from "./sealing/index.ts";
import type { Tracer } from "./tracer.ts";

/** The caller. */
export type Actor =
  | {
      kind: "key";
      keyId: string;
      partnerId: string;
      scopes: ReadonlySet<Scope>;
      /** The only retailers of the key; null: all retailers of the partner. */
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
      /** The mode of feeds without a mode of their own. */
      mode: "update" | "replace";
    }
  | {
      kind: "staff";
      userId: string;
      name: string;
      /** Roles at single retailers. With the partner role: only at retailers of other partners. */
      roles: ReadonlyMap<string, Role>;
      /** The partner of each retailer in `roles`. */
      partners?: ReadonlyMap<string, string>;
      /** The partner of the role, or of the first retailer; undefined if the user has no role. */
      partnerId?: string | undefined;
      /** Has the partner role: may use all retailers of `partnerId`. */
      isPartner?: boolean;
    }
  | { kind: "system" };

/** Settings of the operator. */
export interface Settings {
  /** `HIGHSTREET_ALLOW_LOCAL_WEBHOOKS`: allows `http://` webhook URLs to loopback addresses. */
  allowLocalWebhooks: boolean;
  /** The warning for staff about the sandbox (`sandboxWarning`). */
  sandboxWarning?: string;
  /** The URL of the console without a path, for links in invitations and e-mails. */
  consoleUrl?: string;
  /** Whether the worker can send e-mail (`HIGHSTREET_SMTP_URL`). */
  canMail?: boolean;
  /** The maximum of retailers, stores, keys, … per partner; a missing quota has its default. */
  quotas?: Partial<Quotas>;
  /** Resolves names of partners' addresses. Default: one resolver per process, which asks the machine's DNS servers. */
  resolver?: Pick<NameResolver, "addressesOf">;
}

/** The effects that a verb has counted without writing. */
export interface PlannedEffects {
  stores: string[];
  channels: { storeId: string; channel: "search" | "local_ads" | "webhooks" }[];
  /** Number of events. */
  events: number;
}

/** The context of every verb. Time comes only from `now`, so that tests can set it. */
export interface Context {
  db: Database;
  /** null: no caller has signed in. */
  actor: Actor | null;
  now: () => Date;
  requestId: string;
  /** The operation of the history entries of this call; undefined: each `recordHistory` is its own operation. */
  operationId?: string;
  /** The author of history entries that a job writes for another caller. */
  author?: { kind: "key" | "upload" | "staff" | "system"; id: string | null; name: string | null };
  providers: Providers;
  vault: Vault;
  settings: Settings;
  /** Calls an address of a partner, if the address is allowed. */
  sender: Pick<Sender, "send">;
  /** The cache of keys, which a revocation updates; undefined: keys are not cached. */
  keyCache?: KeyCache;
  /** undefined: nothing is counted. */
  meter?: Meter;
  /** undefined: nothing is traced. */
  tracer?: Tracer;
  /** Notices about changes; undefined: the process has no streams. */
  changes?: ChangeFeed;
  /** Reads the caller again, because a stream lasts longer than its caller's rights. null: no longer signed in. */
  readActor?: () => Promise<Actor | null>;
  /** The versions in `If-Match` (`checkVersion`); undefined: any version. */
  ifMatch?: IfMatch;
  /** Called with the number of lines read so far. An error in it ends the call. */
  onLines?: (lines: number) => void;
  /** The transaction is rolled back (`dryRun`). Code must not call outside services. */
  isDryRun?: true;
  /** A dry run without writes reports its effects here, because it is too large to be tried. */
  reportEffects?: (effects: PlannedEffects) => void;
}
