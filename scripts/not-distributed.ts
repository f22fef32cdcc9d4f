/** The test files that cannot run on one distributed database, each with its reason. `npm run distributed` leaves them out, and says so. */
export const notDistributed: Readonly<Record<string, string>> = {
  "apps/rest/tests/full-server.test.ts": "makes a trigger on every table, which Citus refuses",
  "apps/worker/tests/restore.test.ts":
    "restores into databases of its own; faults/distribute.test.ts restores a distributed one",
  "apps/worker/tests/faults/killed-restore.test.ts":
    "restores into databases of its own; faults/distribute.test.ts restores a distributed one",
  "apps/worker/tests/faults/upgrade.test.ts": "migrates a database of the previous release, which is one machine",
  "apps/worker/tests/idle-reads.test.ts": "counts the rows and blocks in plans of one machine",
  "apps/worker/tests/faults/lost-database.test.ts": "crashes a PostgreSQL of its own, which is one machine",
};
