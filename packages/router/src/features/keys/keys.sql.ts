import { candidatesIn, ofValue, scan } from "../../kernel/scan.sql.ts";

/** `$1` partner, `$2` id, `$3` candidates, `$4` matches, `$5` retailers. */
const list = (order: "ASC" | "DESC"): string =>
  scan({
    order,
    candidates: `
      SELECT id AS key, name, scopes, limited, retailer_ids, expires_at, created_at FROM api_key
      WHERE revoked_at IS NULL AND ${ofValue(order, ["partner_id", "$1"], ["id", "$2"])} ${candidatesIn("$3")}`,
    found: `
      SELECT key, key AS id, name, scopes, limited, retailer_ids AS "retailerIds", expires_at AS "expiresAt",
             created_at AS "createdAt", (SELECT used_at FROM api_key_use u WHERE u.key_id = key) AS "lastUsedAt"
      FROM candidate
      WHERE $5::uuid[] IS NULL OR (limited AND retailer_ids <@ $5)
      ORDER BY key ${order} LIMIT $4`,
  });

export const keysSql = { forward: list("ASC"), back: list("DESC") };

/** Sends a notice with the payload `$2` on the channel `$1` at commit. */
export const sendNotice = "SELECT pg_notify($1, $2)::text";
