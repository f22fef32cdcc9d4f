"use client";

import type { ReactNode } from "react";
import type { HelpPart } from "./help-parts.ts";
import classes from "./page-head.module.css";
import { texts } from "./texts.ts";

interface PageHeadProps {
  title: string;
  text: ReactNode;
  /** The part of the help about the page. */
  help?: HelpPart;
  /** The store that the page shows (`StoreChip`). */
  store?: ReactNode;
  /** The actions for the whole page. */
  children?: ReactNode;
}

/** The title of a page, its description, its store and its actions. */
export function PageHead({ title, text, help, store, children }: PageHeadProps) {
  return (
    <div className={classes.head}>
      <div className={classes.words}>
        <h1 className={classes.title}>{title}</h1>
        {(text || help) && (
          <p className={classes.text}>
            {text}{" "}
            {help && (
              <a className={classes.help} href={`/help#${help}`} target="_blank" rel="noreferrer">
                {texts.help}
              </a>
            )}
          </p>
        )}
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
