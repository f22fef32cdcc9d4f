import classes from "./placeholder.module.css";
import { texts } from "./texts.ts";

/** Stands for a page until its data is here. */
export function PageSkeleton() {
  return (
    <div className={classes.page} role="status" aria-busy aria-label={texts.loading}>
      <span className={classes.part} style={{ width: 220, height: 36 }} />
      <span className={classes.part} style={{ height: 120 }} />
      <span className={classes.part} style={{ height: 320 }} />
    </div>
  );
}
