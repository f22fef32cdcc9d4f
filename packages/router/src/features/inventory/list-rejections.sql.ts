import { candidatesIn } from "../../kernel/scan.sql.ts";

/** `$1` retailer, `$2` ingest, `$3` line, `$4` limit. */
const list = (order: "ASC" | "DESC"): string => `
  SELECT line, field, code, message, value FROM ingest_rejection
  WHERE retailer_id = $1 AND ingest_id = $2 AND line ${order === "ASC" ? ">" : "<"} $3
  ORDER BY line ${order} ${candidatesIn("$4")}`;

export const rejectionsForward = list("ASC");
export const rejectionsBack = list("DESC");
