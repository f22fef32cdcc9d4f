export { createBackup } from "./create-backup.ts";
export { restoreBackup } from "./restore-backup.ts";
