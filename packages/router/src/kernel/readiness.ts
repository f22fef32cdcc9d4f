import {
  checkConnections,
  type Database,
  openDatabase,
  untilConnected,
  waitForDatabase,
  whyUnfit,
} from "@highstreet/db";
import { checkKeyRing, createVault, type KeyRing, whyKeysUnfit, writeKeyCanary } from "./sealing/index.ts";

/** Each process has one more connection: REST and worker listen for notices, the console checks its readiness. */
const BESIDE_POOL = 1;

export interface ReadinessOptions {
  db: Database;
  /** The connection string of `db`. */
  databaseUrl: string;
  vault: KeyRing;
  /** `DATABASE_DIRECT_URL`. Set: a pooler limits the connections, so the server's limit says nothing. */
  directUrl?: string | undefined;
  /** Maximum number of connections of the pool for calls. */
  connections: number;
  /** Longest wait for the database at start. */
  databaseWaitMs: number;
  /** Logs one line. */
  warn: (line: string) => void;
  /** Whether the process ends (`drainOnSignal`). */
  isEnding: () => boolean;
}

/** Whether a process can work. All servers use it for their start and for `/readyz`. */
export interface Readiness {
  /**
   * Waits for the database. Then checks its schema, its connections, and that the keys open its secrets and its canary.
   * @throws Error with one line if the process cannot start
   */
  start(): Promise<void>;
  /** Whether `start` has succeeded. */
  hasStarted(): boolean;
  /** The reason why the process takes no work now; undefined if it does. */
  whyNot(): Promise<string | undefined>;
}

export function createReadiness(options: ReadinessOptions): Readiness {
  const { db, databaseUrl, directUrl, connections, vault, databaseWaitMs, warn, isEnding } = options;
  let hasStarted = false;
  let waitsFor = "The service is starting.";
  const check = async (): Promise<void> => {
    refuse(await whyUnfit(db));
    await checkKeyRing(db, vault);
    await writeKeyCanary(db, vault);
    refuse(await whyKeysUnfit(db, vault));
    const crowded = directUrl === undefined && (await checkConnections(db, connections + BESIDE_POOL));
    if (crowded) warn(crowded);
  };
  return {
    start: async () => {
      const onWait = (line: string) => {
        waitsFor = "The service waits for the database.";
        warn(line);
      };
      const options = { patienceMs: databaseWaitMs, onWait };
      await waitForDatabase(databaseUrl, options);
      await untilConnected(check, options);
      hasStarted = true;
    },
    hasStarted: () => hasStarted,
    whyNot: async () => {
      if (isEnding()) return "The service is ending; call another instance.";
      if (!hasStarted) return waitsFor;
      // The reason of a failure goes to the log of the calls that fail. A caller learns no address and no name.
      const why = async () => (await whyUnfit(db)) ?? whyKeysUnfit(db, vault);
      return why().catch(() => "The database cannot be reached.");
    },
  };
}

function refuse(why: string | undefined): void {
  if (why !== undefined) throw new Error(why);
}

/** The readiness of a process that opens the database for its calls elsewhere. Uses one connection. */
export function openReadiness(options: Omit<ReadinessOptions, "db" | "vault"> & { secretKey: string }): Readiness {
  const db = openDatabase({ url: options.databaseUrl, connections: 1 });
  return createReadiness({ ...options, db, vault: createVault(options.secretKey) });
}
