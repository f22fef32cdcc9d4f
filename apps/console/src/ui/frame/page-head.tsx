"use client";

import type { ReactNode } from "react";
import classes from "./page-head.module.css";

interface PageHeadProps {
  title: string;
  text: ReactNode;
  /** The store that the page shows (`StoreChip`). */
  store?: ReactNode;
  /** The actions for the whole page. */
  children?: ReactNode;
}

/** The title of a page, its description, its store and its actions. */
export function PageHead({ title, text, store, children }: PageHeadProps) {
  return (
    <div className={classes.head}>
      <div className={classes.words}>
        <h1 className={classes.title}>{title}</h1>
        {text && <p className={classes.text}>{text}</p>}
      </div>
      {(store || children) && (
        <div className={classes.actions}>
          {store}
          {children}
        </div>
      )}
    </div>
  );
}
