import { visibleIn } from "../items/index.ts";

/** SQL expressions of what an item is, and of what the log last said of it. */
interface ItemColumns {
  visible: string;
  status: string;
  price: string;
  currency: string;
  /** The row with `announced_status`, `announced_price` and `announced_currency`. */
  was: string;
}

/**
 * The rule of `inventory.update` (contract §6, When), in SQL expressions: what the webhooks channel sees of an item (its
 * state where it is visible, else `out_of_stock` at the last price, and nothing where it was never announced), and whether
 * that is news: not what the log last said of it.
 */
export function seenState({ visible, status, price, currency, was }: ItemColumns) {
  return {
    status: `CASE WHEN ${visible} THEN ${status} WHEN ${was}.announced_status IS NOT NULL THEN 'out_of_stock' END`,
    price: `CASE WHEN ${visible} THEN ${price} ELSE ${was}.announced_price END`,
    currency: `CASE WHEN ${visible} THEN ${currency} ELSE ${was}.announced_currency END`,
    isNews: `CASE WHEN ${visible}
      THEN (${status}, ${price}, ${currency})
           IS DISTINCT FROM (${was}.announced_status, ${was}.announced_price, ${was}.announced_currency)
      ELSE COALESCE(${was}.announced_status <> 'out_of_stock', false) END`,
  };
}

/** Effective items (alias `e`) with `visible`: whether the webhooks channel shows them. A SELECT. */
export const withVisible = (items: string): string => `SELECT e.*, ${visibleIn("webhooks")} AS visible FROM ${items}`;

const seen = seenState({ visible: "visible", status: "status", price: "price", currency: "currency", was: "e" });

/** Of effective items (alias `e`), those that are news, as they are seen. A SELECT of their columns, `seen_status` and so on. */
export const newsOf = (items: string): string => `
  SELECT *, ${seen.status} AS seen_status, ${seen.price} AS seen_price, ${seen.currency} AS seen_currency
  FROM (${withVisible(items)}) e WHERE ${seen.isNews}`;
