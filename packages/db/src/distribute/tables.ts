/** Where the rows of a table are in a distributed database. */
export type Placement = "distributed" | "reference" | "local";

/**
 * The placement of every table (docs/scale.md).
 * - `distributed`: by `retailer_id`. All rows of a retailer are on one machine.
 * - `reference`: a copy on every machine, because rows of retailers refer to its rows or are joined with them.
 * - `local`: on the coordinator. No statement joins it with rows of retailers.
 */
export const placements: Record<string, Placement> = {
  partner: "reference",
  partner_member: "reference",
  search_location: "reference",
  staff_user: "reference",
  staff_invitation: "reference",

  retailer: "distributed",
  store: "distributed",
  ads_campaign: "distributed",
  alert: "distributed",
  alert_setting: "distributed",
  alert_webhook: "distributed",
  budget_change: "distributed",
  channel: "distributed",
  connection: "distributed",
  customization: "distributed",
  delivery_attempt: "distributed",
  delivery_cursor: "distributed",
  delivery_endpoint: "distributed",
  delivery_retry: "distributed",
  delivery_work: "distributed",
  event_trace: "distributed",
  held_feed: "distributed",
  history_entry: "distributed",
  ingest: "distributed",
  ingest_rejection: "distributed",
  inventory_source: "distributed",
  listing: "distributed",
  listing_change: "distributed",
  listing_description: "distributed",
  operation: "distributed",
  operation_batch: "distributed",
  product: "distributed",
  publication: "distributed",
  search_setup: "distributed",
  staff_member: "distributed",
  stock_digest: "distributed",
  stock_item: "distributed",
  stock_written: "distributed",
  store_event: "distributed",
  store_product: "distributed",

  api_key: "local",
  api_key_use: "local",
  delivery_receiver: "local",
  delivery_worker: "local",
  idempotency_key: "local",
  key_canary: "local",
  mail: "local",
  provider_quota: "local",
  provider_turn: "local",
  pull_slot: "local",
  rate_share: "local",
  sandbox_memory: "local",
  schema_version: "local",
  staff_account: "local",
  staff_reset_link: "local",
  staff_session: "local",
  staff_sign_in_attempt: "local",
  staff_two_factor: "local",
  staff_verification: "local",
  upload_key: "local",
};

/** The names of the tables with a placement, in the order of the list. */
export const tablesWith = (placement: Placement): string[] =>
  Object.keys(placements).filter((table) => placements[table] === placement);
