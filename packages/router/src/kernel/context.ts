import type { Database, SqlTx, Tracer } from "@highstreet/db";
import type { NameResolver, Sender } from "@highstreet/outbound";
import type { Bucket, Providers } from "@highstreet/providers";
import type { NumberedNotice } from "./changes.schema.ts";
import type { IfMatch } from "./if-match.ts";
import type { Role, Scope } from "./roles.schema.ts";

/** One stream of notices. */
export interface Following {
  retailerId: string;
  person: string;
  after: string | undefined;
  signal: AbortSignal;
}

export interface ChangeFeed {
  /**
   * Yields at most one notice per store and second, until the signal or the end of the process.
   * @throws RateLimited for too many streams; Unavailable if the process is ending
   */
  follow(following: Following): AsyncGenerator<NumberedNotice, void>;
}

/** Authenticates keys and caches their rows for at most 5 seconds. */
export interface KeyCache {
  authenticate(token: string, now: Date): Promise<Actor | null>;
  forget(keyId: string): void;
  /** Says whether the process receives notices about revoked keys (`REVOKED`). Without notices, nothing is cached. */
  setListening(isListening: boolean): void;
}

export interface Meter {
  ingested(ingest: { mode: string; status: string; validLines: number; rejectedLines: number }): void;
  askedQuota(bucket: { name: string; perMinute: number }, isGiven: boolean): void;
  /** The process has opened its resources. `use` reads their use at any time. */
  watch(use: { pool: () => { inUse: number; idle: number; waiting: number }; parsers: () => number }): void;
}

export type Actor =
  | {
      kind: "key";
      keyId: string;
      partnerId: string;
      scopes: ReadonlySet<Scope>;
      retailerIds: ReadonlySet<string> | null;
      expiresAt: Date | null;
      /** A test key: opens the test retailers of the partner and no others. Without it, the key opens the others. */
      isTest?: boolean;
    }
  | {
      kind: "upload";
      keyId: string;
      partnerId: string;
      retailerId: string;
      storeId: string | null;
      mode: "update" | "replace";
    }
  | {
      kind: "staff";
      userId: string;
      name: string;
      /** Roles at single retailers. With the partner role: only at retailers of other partners. */
      roles: ReadonlyMap<string, Role>;
      /** The stores of each role that is for chosen stores, by retailer. Read them with `storesOf`. */
      stores?: ReadonlyMap<string, ReadonlySet<string>>;
      partners?: ReadonlyMap<string, string>;
      /** The partner of the role, or of the first retailer; undefined if the user has no role. */
      partnerId?: string | undefined;
      /** Has the partner role: may use all retailers of `partnerId`. */
      isPartner?: boolean;
    }
  | { kind: "system" };

export interface Quotas {
  retailers: number;
  stores: number;
  keys: number;
  sources: number;
  /** Roles of staff and open invitations. A person with roles at two retailers counts twice. */
  staff: number;
  /** Bytes. */
  pictures: number;
  /** Webhook endpoints of one owner: the partner itself, or one of its retailers. */
  endpoints: number;
}

/** The place of a sealed value: the table, and the values of the row's primary key in order. */
export type Place =
  | readonly [table: "key_canary", id: "true"]
  | readonly [table: "channel", retailerId: string, storeId: string, channel: string]
  | readonly [table: "inventory_source", retailerId: string, storeId: string]
  | readonly [table: "retailer_source", retailerId: string]
  | readonly [table: "connection", retailerId: string, connector: string]
  | readonly [table: "alert_webhook", retailerId: string]
  | readonly [table: "webhook_endpoint", endpointId: string]
  | readonly [table: "idempotency_key", partnerId: string, key: string];

/** Encrypts secrets that must be read again (webhook secrets, fetch credentials, stored answers) before they are stored. */
export interface Vault {
  seal(secret: string, place: Place): Uint8Array<ArrayBuffer>;
  /** @throws Error if the value belongs to another place, or the ring lacks its key */
  open(sealed: Uint8Array, place: Place): string;
  /** The keys of another purpose, derived from the keys of the ring (HKDF), in their order. */
  derive(purpose: string): Buffer[];
}

export interface Settings {
  allowLocalWebhooks: boolean;
  sandboxWarning?: string;
  /** Address of the REST API, without a slash at the end. Public addresses of pictures begin with it. */
  publicUrl?: string;
  consoleUrl?: string;
  /** Whether the worker can send e-mail (`HIGHSTREET_SMTP_URL`). */
  canMail?: boolean;
  quotas?: Partial<Quotas>;
  /** Resolves names of partners' addresses. Default: one resolver per process, which asks the machine's DNS servers. */
  resolver?: Pick<NameResolver, "addressesOf">;
}

export interface PlannedEffects {
  stores: string[];
  channels: { storeId: string; channel: "search" | "local_ads" | "webhooks" }[];
  events: number;
}

/** The context of every verb. Time comes only from `now`, so that tests can set it. */
export interface Context {
  db: Database;
  actor: Actor | null;
  now: () => Date;
  requestId: string;
  /** The operation of the history entries of this call; undefined: each `recordHistory` is its own operation. */
  operationId?: string;
  author?: { kind: "key" | "upload" | "staff" | "system"; id: string | null; name: string | null; agent?: string };
  /** The program that calls with the key for a person, such as `Claude Desktop 1.4` (docs/agents.md). One line. */
  agent?: string;
  providers: Providers;
  vault: Vault;
  /** Where pictures are; undefined: in the database. */
  bucket?: Bucket;
  settings: Settings;
  sender: Pick<Sender, "send">;
  keyCache?: KeyCache;
  meter?: Meter;
  tracer?: Tracer;
  changes?: ChangeFeed;
  /**
   * Checks now, and not at the commit, that the caller may still make the call. For a change that can end the caller's own role:
   * call this function under the locks of the change, before it.
   */
  checkCaller?: (tx: SqlTx) => Promise<void>;
  /** Reads the caller again, because a stream lasts longer than its caller's rights. null: no longer signed in. */
  readActor?: () => Promise<Actor | null>;
  /** false: the transport cannot stream, so a list is one answer. */
  streams?: false;
  ifMatch?: IfMatch;
  /** Called with the number of lines read so far. An error in it ends the call. */
  onLines?: (lines: number) => void;
  /** The call has an `Idempotency-Key`, and its answer commits with its change (`runOnce`). */
  runsOnce?: true;
  /** The transaction is rolled back (`dryRun`). Code must not call outside services. */
  isDryRun?: true;
  /** A dry run without writes reports its effects here, because it is too large to be tried. */
  reportEffects?: (effects: PlannedEffects) => void;
}
