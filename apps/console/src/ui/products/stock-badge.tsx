import classes from "./stock-badge.module.css";
import { texts } from "./texts.ts";

const labels: Record<string, string> = texts.statuses;

/** The stock status of an item, in words and colour. */
export function StockBadge({ status }: { status: string }) {
  return (
    <span className={classes.badge} data-status={status}>
      {labels[status] ?? status}
    </span>
  );
}
