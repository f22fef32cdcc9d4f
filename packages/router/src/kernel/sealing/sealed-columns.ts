/** Every column with sealed values, by table, with the table's primary key. A value can be decrypted only in its own row. */
export const sealedColumns = {
  key_canary: { column: "sealed", key: { id: "boolean" } },
  channel: { column: "secret", key: { retailer_id: "uuid", store_id: "uuid", channel: "channel_id" } },
  inventory_source: { column: "authorization", key: { retailer_id: "uuid", store_id: "uuid" } },
  connection: { column: "credential", key: { retailer_id: "uuid", connector: "text" } },
  alert_webhook: { column: "secret", key: { retailer_id: "uuid" } },
  idempotency_key: { column: "answer", key: { partner_id: "uuid", key: "text" } },
} as const;

export type SealedTable = keyof typeof sealedColumns;

const first = { boolean: "false", uuid: "00000000-0000-0000-0000-000000000000", text: "", channel_id: "search" };

/** The columns of a table's primary key, with their types. */
export const keyOf = (table: SealedTable): [name: string, type: keyof typeof first][] =>
  Object.entries(sealedColumns[table].key);

/** A key before the first row's key. */
export const beforeAll = (table: SealedTable): string[] => keyOf(table).map(([, type]) => first[type]);

/** The place of a sealed value: the table, and the values of the row's primary key in order. */
export type Place =
  | readonly [table: "key_canary", id: "true"]
  | readonly [table: "channel", retailerId: string, storeId: string, channel: string]
  | readonly [table: "inventory_source", retailerId: string, storeId: string]
  | readonly [table: "connection", retailerId: string, connector: string]
  | readonly [table: "alert_webhook", retailerId: string]
  | readonly [table: "idempotency_key", partnerId: string, key: string];
