import { retailerColumns } from "../../kernel/kernel.sql.ts";
import { candidatesIn } from "../../kernel/scan.sql.ts";

/** `$1` id, `$2` limit, `$3` and `$4` of the condition, `$5` external id. */
const list = (order: "ASC" | "DESC", condition: string): string => `
  SELECT ${retailerColumns} FROM retailer
  WHERE retailer_id ${order === "ASC" ? ">" : "<"} $1 AND ${condition}
  ORDER BY retailer_id ${order} ${candidatesIn("$2")}`;

const bothWays = (condition: string) => ({ forward: list("ASC", condition), back: list("DESC", condition) });

const withExternalId = (condition: string) => ({
  all: bothWays(condition),
  ofExternalId: bothWays(`${condition} AND external_id = $5`),
});

/** All retailers, for the service itself. */
export const ofSystem = withExternalId("$3::text IS NULL AND $4::text IS NULL");

/** `$3` partner, or null; `$4` the only retailers of a key or a member of staff. */
export const ofIds = withExternalId("($3::uuid IS NULL OR partner_id = $3) AND retailer_id = ANY ($4::uuid[])");

/** `$3` partner. */
export const ofPartner = withExternalId("partner_id = $3 AND $4::text IS NULL");
