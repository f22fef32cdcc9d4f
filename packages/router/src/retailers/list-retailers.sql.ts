import { candidatesIn } from "../scan.sql.ts";
import { retailerColumns } from "./find-retailer.ts";

type Order = "ASC" | "DESC";

const behind = (order: Order): string => (order === "ASC" ? ">" : "<");

/** `$1` id, `$2` limit, `$3` the condition's value, `$4` external id. */
const list = (order: Order, condition: string): string => `
  SELECT ${retailerColumns} FROM retailer
  WHERE retailer_id ${behind(order)} $1 AND ${condition}
  ORDER BY retailer_id ${order} ${candidatesIn("$2")}`;

const bothWays = (of: (order: Order) => string) => ({ forward: of("ASC"), back: of("DESC") });

const withExternalId = (condition: string) => ({
  all: bothWays((order) => list(order, condition)),
  ofExternalId: bothWays((order) => list(order, `${condition} AND external_id = $4`)),
});

/** For the service itself. */
export const ofAnybody = withExternalId("$3::text IS NULL");

/** The retailers that a key or a member of staff is limited to. */
export const ofIds = withExternalId("retailer_id = ANY ($3::uuid[])");

/** The retailers of a partner. */
export const ofPartner = withExternalId("partner_id = $3");
