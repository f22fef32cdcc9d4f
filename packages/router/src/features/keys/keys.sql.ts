import { candidatesIn, ofValue, scan } from "../../kernel/kernel.sql.ts";

const list = (order: "ASC" | "DESC"): string =>
  scan({
    order,
    candidates: `
      SELECT id AS key, name, scopes, limited, retailer_ids, expires_at, created_at, is_test FROM api_key
      WHERE revoked_at IS NULL AND ${ofValue(order, ["partner_id", "$1"], ["id", "$2"])} ${candidatesIn("$3")}`,
    found: `
      SELECT key, key AS id, name, scopes, limited, retailer_ids AS "retailerIds", expires_at AS "expiresAt",
             created_at AS "createdAt", is_test AS "isTest", (SELECT used_at FROM api_key_use u WHERE u.key_id = key) AS "lastUsedAt"
      FROM candidate
      WHERE ($5::uuid[] IS NULL OR (limited AND retailer_ids <@ $5)) AND (is_test OR NOT $6::boolean)
      ORDER BY key ${order} LIMIT $4`,
  });

export const keysSql = { forward: list("ASC"), back: list("DESC") };

export const sendNotice = "SELECT pg_notify($1, $2)::text";
