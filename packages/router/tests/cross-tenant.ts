/** A kind of statement that concerns several retailers. */
export interface CrossTenant {
  /** Matches the text of the statement, with one space for each run of spaces. */
  statement: RegExp;
  reason: string;
}

/**
 * All statements that concern several retailers: they leave out the retailer, or name more than one. A distributed database sends each
 * of them to all machines. So each one reads few rows by an index, or is rare (docs/scale.md).
 */
export const crossTenant: CrossTenant[] = [
  { statement: /WHERE \$\d+=\$\d+ ORDER/, reason: "Prisma's condition of an empty list, which finds no row" },
  {
    statement: /^SELECT "public"."retailer"."retailer_id" FROM "public"."retailer" WHERE \$2=\$3 OFFSET \$1$/,
    reason: "an operator lists pairs of items in the stores of all retailers",
  },
  {
    statement: /^-- The switch of the console wrote false/,
    reason: "a migration corrects rows of all retailers, once",
  },
  {
    statement: /^UPDATE store SET next_sequence = \(GREATEST\(\(extract/,
    reason: "an operator raises the sequences of all stores after a restore",
  },
  { statement: /FROM retailer WHERE partner_id = \$1$/, reason: "tests ask what a partner has" },
  {
    statement: /FROM "public"."search_location" WHERE \(?"public"."search_location"."(location_id|is_given_up)"/,
    reason: "a location serves one store of all retailers, and the worker gives up locations of all retailers",
  },
  {
    statement: /"public"."search_setup".* WHERE \(?"public"."search_setup"."location_id" (= \$|IN \()/,
    reason: "stores of all retailers wait for a location",
  },
  {
    statement: /^SELECT FROM \w+, \(SELECT \$1::timestamptz AS now\) clock WHERE [\w .<=]+ LIMIT/,
    reason: "a job asks whether any shop has due work, by an index",
  },
  {
    statement: /FROM retailer WHERE clock_due_at <= \$1/,
    reason: "the worker looks for test clocks that are due, by a partial index without live retailers",
  },
  {
    statement: /FROM "public"."store" WHERE "public"."store"."widget_token" = \$1/,
    reason: "a widget's token names its store",
  },
  {
    statement:
      /FROM "public"."publication" (WHERE \(?"public"."publication"."(problems_due_at|reconciled_at)|WHERE \$2=\$3 ORDER BY)/,
    reason: "the worker looks for stores that publish, of all",
  },
  {
    statement: /FROM channel WHERE channel = \$1 AND status/,
    reason: "the worker looks for channels that wait, of all",
  },
  {
    statement:
      /^INSERT INTO delivery_following \(retailer_id, endpoint_id, actions, store_ids, categories, is_filtered\) SELECT/,
    reason: "an endpoint of a partner follows all of its retailers, when it is made or its filter changes",
  },
  {
    statement: /^UPDATE delivery_work w SET hold_until = GREATEST/,
    reason: "the worker holds failing stores of a receiver for a moment, of all retailers of a partner",
  },
  {
    statement: /^SELECT count\(\*\)::int AS count FROM \(SELECT 1 FROM store s JOIN retailer r/,
    reason: "a quota counts the stores of a partner, up to its limit",
  },
  {
    statement: /FROM ads_campaign WHERE due_at/,
    reason: "the worker looks for due campaigns of all retailers",
  },
  {
    statement: /FROM "public"."upload_key" WHERE \(?"public"."upload_key"."(id|partner_id)" (= \$1|IN \()/,
    reason: "an upload key alone names its store, and quotas count the keys of a partner",
  },
  {
    statement:
      /FROM delivery_cursor c JOIN unnest\(\$1::uuid\[\], \$2::uuid\[\], \$3::bigint\[\]\) AS m \(retailer_id,/,
    reason: "a worker asks which of its leases of all retailers it still holds, by their keys",
  },
  {
    statement: /^SELECT r\.retailer_id AS id, \( EXISTS \(SELECT FROM ingest WHERE retailer_id = r\.retailer_id/,
    reason: "retention asks a page of retailers for old rows, each retailer on its machine",
  },
  { statement: /FROM inventory_source WHERE next_pull_at/, reason: "the worker looks for files due, of all" },
  {
    statement: /FROM inventory_source WHERE status = (\$\d|'connected') AND COALESCE\(last_contact_at/,
    reason: "the worker looks for silent sources, of all",
  },
  {
    statement: /FROM "public"."inventory_source" WHERE \("public"."inventory_source"."unseen_due_at"/,
    reason: "the worker looks for stores with items long unseen, of all",
  },
  {
    statement: /FROM publication (WHERE (\w*due_at|\$1::timestamptz IS NULL OR reconciled_at)|ORDER BY)/,
    reason: "the worker looks for stores that publish, of all",
  },
  {
    statement: /^SELECT FROM delivery_work WHERE parked_by|WHERE (w\.)?parked_by = (\$1|r\.receiver|unused\.receiver)/,
    reason: "workers park, wake and count the stores of a receiver, of all retailers",
  },
  {
    statement: /FROM "public"."staff_member" WHERE "public"."staff_member"."user_id" = \$1/,
    reason: "a signed-in user has roles at retailers",
  },
  {
    statement: /"public"."staff_invitation"."(id|partner_id|expires_at)"|INTO "public"."staff_invitation"/,
    reason: "an invitation belongs to a partner, and its link names it alone",
  },
  {
    statement:
      /FROM "public"."retailer" WHERE \(*"public"."retailer"."partner_id" = \$1( OR (1=0|\$\d=\$\d)\)| ORDER BY| AND "public"."retailer"."name")/,
    reason: "a person with the partner role finds the shops of the partner",
  },
  { statement: /^SELECT count\(\*\) AS n FROM retailer( WHERE name|$)/, reason: "tests count what is left" },
  {
    statement: /FROM "public"."connection" WHERE \("public"."connection"."next_pull_at" <= \$1/,
    reason: "the worker counts the running pulls",
  },
  {
    statement: /^SELECT COUNT\(\*\) AS "_count\$_all" FROM \(SELECT "public"."retailer"/,
    reason: "quotas count retailers, and tests count the rest",
  },
  {
    statement: /FROM "public"\."(store|staff_member|picture)" LEFT JOIN "public"\."retailer" .*"partner_id" = \$1/,
    reason: "quotas count the stores, roles and pictures of a partner",
  },
  {
    statement: /FROM "public"\."retailer" WHERE \(?"public"\."retailer"\."(partner_id" = \$|retailer_id" (IN \(|> \$))/,
    reason: "lists of the retailers of a partner or a person, and turns of all retailers, page by page",
  },
  {
    statement: /FROM "public"\."store" .*"partner_id"|FROM "public"\."store" WHERE .*"retailer_id" IN \(/,
    reason: "a partner or a person finds stores of several retailers",
  },
  {
    statement: /FROM retailer r CROSS JOIN LATERAL|FROM retailer WHERE retailer_id = ANY/,
    reason:
      "lists of retailers count the stores of each, and live pages look for changes, each retailer on its machine",
  },
  {
    statement:
      /FROM "public"\."staff_member" (WHERE|LEFT JOIN).*"staff_member"\."(user_id" (= \$1|IN \()|retailer_id" IN \()/,
    reason: "the roles of a person, at sign-in",
  },
  {
    statement: /FROM "public"\."alert" WHERE \("public"\."alert"\."retailer_id" IN \(/,
    reason: "the news of all shops of a partner",
  },
  {
    statement: /FROM "public"\."alert_setting" WHERE \("public"\."alert_setting"\."retailer_id" IN \(/,
    reason: "the daily e-mail of a person with several shops",
  },
  {
    statement:
      /FROM ads_campaign a LEFT JOIN channel|FROM "public"\."ads_campaign" WHERE|FROM "public"\."budget_change" WHERE/,
    reason: "the worker looks for campaigns to read and budgets that begin, of all",
  },
  {
    statement:
      /FROM search_setup|JOIN search_setup|"public"\."search_setup" (SET|WHERE)|UPDATE "public"\."search_setup"/,
    reason: "the worker claims due checks and follows invitations of all retailers",
  },
  {
    statement: /FROM "public"\."channel" WHERE .*"channel"\."channel" = CAST/,
    reason: "the worker reads channels of stores that wait for one location",
  },
  {
    statement:
      /FROM store s WHERE (\(SELECT e\.created_at|s\.log_floor > 0)|SELECT s\.retailer_id .* FROM store s WHERE/,
    reason: "retention looks for stores with expired events, of all",
  },
  {
    statement: /FROM \(\( SELECT w\.retailer_id|^\( SELECT \d AS rank|FROM delivery_work w CROSS JOIN LATERAL/,
    reason: "workers look for due stores and probes of all retailers, by an index and up to a limit",
  },
  {
    statement: /^WITH work AS \( \(SELECT retailer_id, store_id, due_at <= \$1/,
    reason: "the backlog of all stores for metrics, up to a limit",
  },
  {
    statement: /^WITH (down|busy|next|unused|waiting) AS .*delivery_work/,
    reason: "workers park and wake the stores of a receiver, of all retailers",
  },
  {
    statement: /^SELECT FROM delivery_cursor WHERE receiver = \$1 AND store_id <> \$2 LIMIT/,
    reason: "a worker looks for another store of a receiver, by an index",
  },
  {
    statement: /^SELECT (1 )?FROM delivery_work WHERE parked_by/,
    reason: "workers look for parked stores of a receiver",
  },
  {
    statement: /FROM \( SELECT DISTINCT ON \(r\.partner_id\)|FROM \(SELECT DISTINCT ON \(r\.partner_id\)/,
    reason: "jobs take turns between the retailers with due work",
  },
  {
    statement:
      /FROM (inventory|retailer)_source WHERE next_pull_at|SELECT DISTINCT partner_id AS "partnerId" FROM (inventory|retailer)_source/,
    reason: "the worker claims due files, of all",
  },
  {
    statement: /SELECT "public"\."connection"/,
    reason: "the worker counts the running pulls",
  },
  {
    statement: /^DELETE FROM "public"\."\w+" WHERE \(.*\) IN \(SELECT .* LIMIT \$\d+\)$/,
    reason: "retention removes old rows of a retailer; Prisma names the retailer only in the inner SELECT",
  },
  {
    statement: /^(SELECT|UPDATE|DELETE)\b.* ("public"\.)?"?webhook_endpoint\b/,
    reason: "the endpoints of partners and retailers are on one machine",
  },
  {
    statement:
      /FROM ("public"\.)?"?(delivery_following|delivery_position|endpoint_attempt|endpoint_retry)"? WHERE \(?("public"\."\w+"\.)?"?endpoint_id"? = (\$1|ANY)/,
    reason: "an endpoint has events of many retailers, found by an index up to a limit, or few rows for each retailer",
  },
  {
    statement: /^(SELECT|UPDATE) .*(sealed|v\.fresh)/,
    reason: "the key ring is changed for all secrets, a page at a time",
  },
  {
    statement:
      /^INSERT INTO "public"\."(alert|operation)" .* \(\$10,|FROM "public"\."(publication|operation)" WHERE 1=1|^SELECT md5\(string_agg|^DELETE FROM "\w+"$|^(DELETE|SELECT) FROM \w+ WHERE retailer_id IS NOT NULL$|^SELECT '\w+' AS name, count|FROM "public"\."retailer" WHERE 1=1/,
    reason: "tests fill, empty and count tables",
  },
  {
    statement: /^UPDATE \w+ SET parameters = replace\(|^UPDATE "public"\."alert_webhook" SET "url" = \$1 WHERE \$2=\$3/,
    reason: "tests move addresses to other ports",
  },
  {
    statement: /^SELECT i\.store_id AS "storeId", i\.item_key AS "itemKey" FROM stock_item i LEFT JOIN/,
    reason: "the fuzzer compares the items of a partner with their events",
  },
];
