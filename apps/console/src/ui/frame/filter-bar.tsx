import type { ReactNode } from "react";
import classes from "./filter-bar.module.css";

/** What narrows a list: the search takes the room that the choices leave, and on a phone a line of its own. */
export function FilterBar({ search, children }: { search: ReactNode; children: ReactNode }) {
  return (
    <search className={classes.bar}>
      <div className={classes.search}>{search}</div>
      {children}
    </search>
  );
}
