import { listingStates, MOST_COUNTED } from "./listings.schema.ts";

/** `$1` retailer, `$2` store. The state is part of the text, so that the planner knows the number of its listings. */
export const countStates = listingStates
  .map(
    (state) => `
  SELECT '${state}' AS state, count(*) AS count FROM (
    SELECT FROM listing WHERE retailer_id = $1 AND store_id = $2 AND state = '${state}' LIMIT ${MOST_COUNTED}
  ) counted`,
  )
  .join(" UNION ALL ");
