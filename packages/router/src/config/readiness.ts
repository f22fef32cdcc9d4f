import { setTimeout as delay } from "node:timers/promises";
import {
  checkConnections,
  type Database,
  openDatabase,
  setDefaults,
  untilConnected,
  waitForDatabase,
  whyBehind,
  whyUnfit,
} from "@highstreet/db";
import { checkKeyRing, whyKeysUnfit, writeKeyCanary } from "../access/sealed-values.ts";
import { createVault, type KeyRing } from "../access/vault.ts";
import { clockErrorMs, MAX_CLOCK_ERROR_MS } from "./clock-error.ts";

/** Pause between two looks at a database that lacks migrations. */
const LOOK_MS = 1_000;

/** Each process has one more connection: REST and worker listen for notices, the console checks its readiness. */
const BESIDE_POOL = 1;

export interface ReadinessOptions {
  db: Database;
  databaseUrl: string;
  vault: KeyRing;
  directUrl?: string | undefined;
  connections: number;
  databaseWaitMs: number;
  warn: (line: string) => void;
  /** The clock of the process. Default: the machine's. */
  now?: () => Date;
  isEnding: () => boolean;
}

/** Whether a process can work. All servers use it for their start and for `/readyz`. */
export interface Readiness {
  /**
   * Waits for the database and for its migrations, and gives it the settings that another tool's restore has lost. Then checks its
   * version, its connections, and that the keys open its secrets and its canary. Then runs `begin`, after which the process is ready.
   * @throws Error with one line if the process cannot start
   */
  start(begin?: () => Promise<unknown>): Promise<void>;
  whyNot(): Promise<string | undefined>;
  /** The seconds by which the clock of the process is ahead of the database's. */
  clockError(): Promise<number>;
}

export function createReadiness(options: ReadinessOptions): Readiness {
  const { db, databaseUrl, directUrl, connections, vault, databaseWaitMs, warn, isEnding } = options;
  const { now = () => new Date() } = options;
  let hasStarted = false;
  let waitsFor = "The service is starting.";
  const check = async (): Promise<void> => {
    refuse(await whyUnfit(db));
    await checkKeyRing(db, vault);
    await writeKeyCanary(db, vault);
    refuse(await whyKeysUnfit(db, vault));
    const crowded = directUrl === undefined && (await checkConnections(db, connections + BESIDE_POOL));
    if (crowded) warn(crowded);
    const aheadMs = await clockErrorMs(db, now);
    if (Math.abs(aheadMs) > MAX_CLOCK_ERROR_MS) warn(wrongClock(aheadMs));
  };
  return {
    start: async (begin) => {
      const onWait = (line: string) => {
        waitsFor = "The service waits for the database.";
        warn(line);
      };
      const options = { patienceMs: databaseWaitMs, onWait };
      await waitForDatabase(databaseUrl, options);
      const refused = await untilConnected(() => setDefaults(databaseUrl), options);
      if (refused.length) warn(`The database has no timeouts. Let its owner run: ${refused.join("; ")};`);
      // Without a limit: a long migration must not end the processes that wait for it.
      const look = () => untilConnected(() => whyBehind(db), options);
      for (let why = await look(); why !== undefined; why = await look()) {
        if (waitsFor !== why) warn(why);
        waitsFor = why;
        await delay(LOOK_MS);
      }
      await untilConnected(check, options);
      await begin?.();
      hasStarted = true;
    },
    whyNot: async () => {
      if (isEnding()) return "The service is ending; call another instance.";
      if (!hasStarted) return waitsFor;
      const why = async () => (await whyUnfit(db)) ?? whyKeysUnfit(db, vault);
      return why().catch(() => "The database cannot be reached.");
    },
    clockError: async () => (await clockErrorMs(db, now)) / 1_000,
  };
}

const wrongClock = (aheadMs: number): string =>
  `The clock of this process is ${Math.round(Math.abs(aheadMs) / 1_000)} seconds ${aheadMs > 0 ? "ahead of" : "behind"} the database's: correct the clock of the machine.`;

function refuse(why: string | undefined): void {
  if (why !== undefined) throw new Error(why);
}

/** The readiness of a process that opens the database for its calls elsewhere. Uses one connection. */
export function openReadiness(options: Omit<ReadinessOptions, "db" | "vault"> & { secretKey: string }): Readiness {
  const db = openDatabase({ url: options.databaseUrl, connections: 1 });
  return createReadiness({ ...options, db, vault: createVault(options.secretKey) });
}
