import { existsSync } from "node:fs";
import { type Database, openDatabase, readInstallation, whyUnfit } from "@highstreet/db";
import {
  checkKeyRing,
  clockErrorMs,
  createIsTrusted,
  createVault,
  MAX_CLOCK_ERROR_MS,
  usesOldKeys,
} from "@highstreet/router";
import { checkDatabase } from "../../packages/db/src/check-database.ts";
import { missingDefaults } from "../../packages/db/src/set-defaults.ts";
import { diskLine } from "./disk.ts";
import { type Line, messageOf, ok, problem, sizeOf, warning } from "./lines.ts";

export interface Place {
  url: string;
  directUrl: string | undefined;
  /** The key ring as text. */
  secretKey: string | undefined;
  trustedProxies: readonly string[];
  /** Whether browsers reach the service through a proxy with TLS. */
  hasProxy: boolean;
}

/** Checks the database: its settings, migrations, clock and disk, and what it says about keys and the proxy. Changes nothing. */
export async function databaseLines(place: Place): Promise<Line[]> {
  for (const url of [place.url, place.directUrl ?? place.url]) {
    const why = await checkDatabase(url).then(() => undefined, messageOf);
    if (why !== undefined) return [problem("Database", why)];
  }
  const db = openDatabase({ url: place.url, connections: 1 });
  try {
    const lines = [...(await settingLines(db)), await clockLine(db)];
    const unfit = await whyUnfit(db);
    if (unfit !== undefined) return [...lines, problem("Migrations", unfit)];
    return [
      ...lines,
      ok("Migrations", "complete"),
      await keyLine(db, place.secretKey),
      await backupLine(db),
      ...(await proxyLines(db, place)),
    ];
  } finally {
    await db.close();
  }
}

const settings = `
  SELECT current_setting('server_version') AS version, pg_database_size(current_database())::float8 AS bytes,
    ARRAY(SELECT name FROM pg_settings WHERE setting = 'off' AND name IN ('fsync', 'full_page_writes', 'synchronous_commit')
          ORDER BY name) AS unsafe,
    CASE WHEN pg_has_role('pg_read_all_settings', 'USAGE') THEN current_setting('data_directory') END AS folder`;

async function settingLines(db: Database): Promise<Line[]> {
  type Found = { version: string; bytes: number; unsafe: string[]; folder: string | null };
  const [found] = await db.query<Found>(settings);
  if (!found) return [];
  const { version, bytes, unsafe, folder } = found;
  const isHere = folder !== null && existsSync(folder);
  const disk = isHere ? "" : ". Its disk is not visible from here: watch it on its machine";
  const missing = (await missingDefaults(db)).map(({ statement }) => statement);
  return [
    ok("Database", `PostgreSQL ${version}, ${sizeOf(bytes)}${disk}`),
    unsafe.length
      ? problem("Durability", `${unsafe.join(", ")}: off`, "Set them to on: a crash of the database loses data now.")
      : ok("Durability", "a committed change survives a crash"),
    missing.length
      ? warning(
          "Timeouts",
          "the database has none of its own",
          `npm run migrate, or as its owner: ${missing.join("; ")};`,
        )
      : ok("Timeouts", "set"),
    ...(isHere ? [diskLine("Disk of the database", folder, { low: 1e9, enough: 5e9 })] : []),
  ];
}

/** A machine whose clock is set by the network has a smaller difference. */
const USUAL_CLOCK_ERROR_MS = 5_000;

async function clockLine(db: Database): Promise<Line> {
  const aheadMs = await clockErrorMs(db, () => new Date());
  const size = Math.abs(aheadMs);
  if (size <= USUAL_CLOCK_ERROR_MS) return ok("Clock", "equals the database's");
  const what = `${Math.round(size / 1_000)} s ${aheadMs > 0 ? "ahead of" : "behind"} the database's`;
  const todo = "Correct the time service of the wrong machine (docs/disasters.md, “Wrong clock”).";
  return (size > MAX_CLOCK_ERROR_MS ? problem : warning)("Clock", what, todo);
}

async function keyLine(db: Database, secretKey: string | undefined): Promise<Line> {
  if (!secretKey) return problem("Keys", "HIGHSTREET_SECRET_KEY is not set", "Set the key of this database.");
  try {
    const ring = createVault(secretKey);
    await checkKeyRing(db, ring);
    const hasOld = ring.prefixes.length > 1;
    if (!hasOld) return ok("Keys", "open all secrets");
    return (await usesOldKeys(db, ring))
      ? warning("Keys", "some secrets are still sealed with an old key", "npm run admin -- keys reseal")
      : warning("Keys", "the old keys seal nothing", "Remove all keys but the first from HIGHSTREET_SECRET_KEY.");
  } catch (error) {
    return problem("Keys", messageOf(error));
  }
}

async function backupLine(db: Database): Promise<Line> {
  const { lastBackupAt } = await readInstallation(db);
  const todo =
    "Each night: npm run admin -- backup create --file <new file> (with a deployment: deploy/README.md, “Backups”), or backup record after another tool.";
  if (!lastBackupAt) return warning("Backup", "none is known", todo);
  const hours = (Date.now() - lastBackupAt.getTime()) / 3_600_000;
  const what = `the last one is ${Math.round(hours)} hours old`;
  if (hours <= 26) return ok("Backup", what);
  return (hours > 7 * 24 ? problem : warning)("Backup", what, todo);
}

/** The addresses of the last sign-ins show what arrives in `X-Forwarded-For`. */
async function proxyLines(db: Database, { trustedProxies, hasProxy }: Place): Promise<Line[]> {
  if (!hasProxy) return [];
  const check = "X-Forwarded-For";
  const set = "Set HIGHSTREET_TRUSTED_PROXIES to the address of the proxy.";
  if (!trustedProxies.length) return [warning(check, "all callers count as one address: that of the proxy", set)];
  const sessions = await db.prisma.session.findMany({ orderBy: { createdAt: "desc" }, take: 20 });
  const isTrusted = createIsTrusted(trustedProxies);
  if (!sessions.length) return [ok(check, "nobody has signed in yet")];
  if (sessions.every(({ ipAddress }) => isTrusted(ipAddress ?? "")))
    return [warning(check, "the last sign-ins came from the proxy itself", "Let the proxy set the header.")];
  return [ok(check, "has the addresses of callers")];
}
