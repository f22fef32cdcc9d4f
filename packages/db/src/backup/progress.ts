import type { Header, Table } from "./format.ts";

export type Progress = (line: string) => void;

const EVERY_MS = 2_000;

/** Reports the table and the bytes so far, at most every two seconds. */
export function reportProgress({ tables }: Header, progress?: Progress): (table: Table, bytes: number) => void {
  let total = 0;
  let reportedAt = performance.now();
  return (table, bytes) => {
    total += bytes;
    if (!progress || performance.now() - reportedAt < EVERY_MS) return;
    reportedAt = performance.now();
    const number = tables.findIndex(({ name }) => name === table.name) + 1;
    progress(
      `${table.name} (table ${number} of ${tables.length}), ${Math.round(total / 1e6).toLocaleString("en")} MB so far`,
    );
  };
}
