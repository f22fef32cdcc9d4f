import { storeColumns } from "../../core/stores/index.ts";

/** `$1` retailer, `$2` id, `$3` limit, `$4` external id. */
const list = (order: "ASC" | "DESC", condition = ""): string => `
  SELECT ${storeColumns} FROM store s
  WHERE s.retailer_id = $1 AND s.store_id ${order === "ASC" ? ">" : "<"} $2 ${condition}
  ORDER BY s.store_id ${order} LIMIT $3`;

const byExternalId = "AND s.external_id = $4";

export const stores = { forward: list("ASC"), back: list("DESC") };
export const storesOfExternalId = { forward: list("ASC", byExternalId), back: list("DESC", byExternalId) };

/** The oldest stores of a retailer: `$1` retailer, `$2` the lowest id, `$3` limit. */
export const firstStores = stores.forward;
