"use client";

import type { ReactNode } from "react";
import { IconHelp } from "./icons.tsx";
import { Notice } from "./notice.tsx";
import page from "./page.module.css";
import classes from "./page-head.module.css";
import placeholder from "./placeholder.module.css";
import { texts } from "./texts.ts";

interface PageHeadProps {
  title: string;
  text: ReactNode;
  help?: HelpPart;
  /** The store that the page shows (`StoreChip`). */
  store?: ReactNode;
  /** On a phone, the few actions stand beside the title. */
  isOneLine?: boolean;
  children?: ReactNode;
}

export function PageHead({ title, text, help, store, isOneLine, children }: PageHeadProps) {
  return (
    <div className={classes.head} data-one-line={isOneLine}>
      <div className={classes.words}>
        <div className={classes.line}>
          <h1 className={classes.title}>{title}</h1>
          {help && (
            <a
              className={classes.help}
              href={`/help#${help}`}
              target="_blank"
              rel="noreferrer"
              aria-label={texts.help}
              title={texts.help}
              data-screen
            >
              <IconHelp size={20} stroke={1.7} aria-hidden="true" />
            </a>
          )}
        </div>
        {text && <p className={classes.text}>{text}</p>}
      </div>
      {(store || children) && (
        <div className={classes.actions} data-screen>
          {store}
          {children}
        </div>
      )}
    </div>
  );
}

/** The parts of docs/help.md in their order: the ids of the headings. */
export const helpParts = [
  "home",
  "products",
  "product",
  "rules",
  "stores",
  "set-up",
  "channels",
  "imports",
  "history",
  "team",
  "settings",
  "webhooks",
  "webhook-endpoints",
  "api-keys",
  "inbox",
  "all-shops",
  "your-account",
] as const;

type HelpPart = (typeof helpParts)[number];

/** Replaces a page that the role of the person does not allow. */
export function NotYours({ title, text }: { title: string; text: string }) {
  return (
    <div className={page.page}>
      <PageHead title={title} text="" />
      <Notice tone="info">{text}</Notice>
    </div>
  );
}

export function PageSkeleton() {
  return (
    <div className={placeholder.page} role="status" aria-busy aria-label={texts.loading}>
      <span className={placeholder.part} style={{ width: 220, height: 36 }} />
      <span className={placeholder.part} style={{ height: 120 }} />
      <span className={placeholder.part} style={{ height: 320 }} />
    </div>
  );
}
