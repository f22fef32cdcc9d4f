/** The commands of `npm run admin` that work on the whole database. */
import { resolve } from "node:path";
import { type Database, openDatabase, recordBackup } from "@highstreet/db";
import { createBackup, restoreBackup } from "@highstreet/db/backup";
import { raiseSequences } from "@highstreet/delivery";
import { checkKeyRing, type KeyRing } from "@highstreet/router";
import release from "../package.json" with { type: "json" };

export interface OnDatabase {
  url: string;
  ring: KeyRing;
  isDryRun: boolean;
  /** Prints a line about the progress. */
  progress: (line: string) => void;
}

interface BackupCommand {
  says: string;
  options: Record<string, string>;
  runOnDatabase(place: OnDatabase, options: Record<string, string | undefined>): Promise<Record<string, unknown>>;
}

/** npm runs scripts in the project's folder. A relative name belongs to the operator's folder. */
export const pathOf = (file = ""): string => resolve(process.env.INIT_CWD ?? process.cwd(), file);

async function withDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase({ url, connections: 1 });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const keysFit = ({ url, ring }: OnDatabase): Promise<string> =>
  withDatabase(url, (db) => checkKeyRing(db, ring).then(() => "opened by HIGHSTREET_SECRET_KEY", messageOf));

/** The file is good without the record, for example if the database is a standby. */
const record = ({ url, progress }: OnDatabase, at: Date): Promise<void> =>
  withDatabase(url, (db) => recordBackup(db, at)).catch((error: unknown) =>
    progress(`The time of the backup could not be recorded for the alert: ${messageOf(error)}`),
  );

const rowsOf = (tables: Record<string, { rows: number }>): number =>
  Object.values(tables).reduce((sum, { rows }) => sum + rows, 0);

export const backupCommands: Record<string, BackupCommand> = {
  "backup create": {
    says: "writes all data to a compressed file, from one moment, while the services run",
    options: { file: "the new file, such as highstreet-2027-01-31.sql.gz" },
    runOnDatabase: async (place, { file }) => {
      const { url, isDryRun, progress } = place;
      const { header, sums, bytes } = await createBackup({
        url,
        isDryRun,
        progress,
        file: pathOf(file),
        version: release.version,
      });
      if (!isDryRun) await record(place, new Date(header.createdAt));
      const made = isDryRun ? { tableBytes: bytes } : { file: pathOf(file), rows: rowsOf(sums.tables) };
      return { ...made, tables: header.tables.length, createdAt: header.createdAt };
    },
  },
  "backup restore": {
    says: "restores a backup into an empty database, and raises all sequences",
    options: { file: "the backup" },
    runOnDatabase: async (place, { file }) => {
      const { url, isDryRun, progress } = place;
      const { header, sums } = await restoreBackup({
        url,
        isDryRun,
        progress,
        file: pathOf(file),
        finish: raiseSequences,
      });
      return {
        rows: rowsOf(sums.tables),
        tables: header.tables.length,
        createdAt: header.createdAt,
        ...(!isDryRun && { secrets: await keysFit(place) }),
      };
    },
  },
  "backup record": {
    says: "records that another tool has made a backup now, for the alert about old backups",
    options: {},
    runOnDatabase: async ({ url, isDryRun }) => {
      const at = new Date();
      if (!isDryRun) await withDatabase(url, (db) => recordBackup(db, at));
      return { lastBackupAt: at.toISOString() };
    },
  },
  "sequences raise": {
    says: "raises all sequences and renews all statistics, after a restore with another tool; run it once, before the services start",
    options: {},
    runOnDatabase: async ({ url, isDryRun }) => {
      if (isDryRun) return {};
      const raise = (db: Database) =>
        db.sqlTransaction(
          "no shop",
          async (tx) => {
            const stores = await raiseSequences(tx);
            // Without statistics, the first hours after pg_restore read whole tables.
            await tx.execute("ANALYZE");
            return stores;
          },
          { statementMs: 0, idleMs: 0 },
        );
      return { stores: await withDatabase(url, raise) };
    },
  },
};
