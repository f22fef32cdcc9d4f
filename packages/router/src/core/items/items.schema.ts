export const stockStatuses = ["in_stock", "low_stock", "out_of_stock"] as const;
/** The fields of items and products that only answers have. An edit ignores them, so that a record can be sent back. */
export const shownFields = [
  "barcode",
  "status",
  "quantity",
  "price",
  "regularPrice",
  "sale",
  "currency",
  "condition",
  "hiddenEverywhere",
  "category",
  "attributes",
  "groupId",
  "textsByRules",
  "visibility",
  "missing",
  "brokenImages",
  "stores",
  "storesTotal",
  "links",
];
export const conditions = ["new", "refurbished", "used"] as const;
