import type { ReactNode } from "react";
import classes from "./filter-bar.module.css";

/** The search and filters of a list. The search takes the remaining width, and its own line on a phone. */
export function FilterBar({ search, children }: { search: ReactNode; children: ReactNode }) {
  return (
    <search className={classes.bar}>
      <div className={classes.search}>{search}</div>
      {children}
    </search>
  );
}
