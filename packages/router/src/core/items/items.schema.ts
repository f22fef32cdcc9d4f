/** The stock statuses of an item. */
export const stockStatuses = ["in_stock", "low_stock", "out_of_stock"] as const;
/** The conditions of an item. `conditions` of the feeds package has the same words. */
export const conditions = ["new", "refurbished", "used"] as const;
