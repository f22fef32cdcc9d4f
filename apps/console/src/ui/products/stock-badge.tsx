import classes from "./stock-badge.module.css";

const labels: Record<string, string> = { in_stock: "In stock", low_stock: "Low stock", out_of_stock: "Out of stock" };

/** The stock status of an item, in words and colour. */
export function StockBadge({ status }: { status: string }) {
  return (
    <span className={classes.badge} data-status={status}>
      {labels[status] ?? status}
    </span>
  );
}
