import type { ProductSummary } from "@highstreet/router/features/shelf/shelf.schema.ts";
import { quantity } from "../parts/formats.ts";
import classes from "./stock-badge.module.css";
import { texts } from "./texts.ts";

const labels: Record<string, string> = texts.statuses;

/** The quantity of an item in a table. Without a quantity, its status. */
export const stockText = ({ quantity: pieces, status }: Pick<ProductSummary, "quantity" | "status">): string =>
  pieces === null ? texts.statuses[status] : quantity(pieces);

export function StockBadge({ status }: { status: string }) {
  return (
    <span className={classes.badge} data-status={status}>
      {labels[status] ?? status}
    </span>
  );
}
