"use client";

import { IconAlertCircle, IconAlertTriangle, IconInfoCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./notice.module.css";

const icons = { error: IconAlertCircle, warning: IconAlertTriangle, info: IconInfoCircle };

interface NoticeProps {
  tone: keyof typeof icons;
  /** For `aria-describedby`. */
  id?: string;
  children: ReactNode;
}

/** A message. Screen readers read an error when it appears. */
export function Notice({ tone, id, children }: NoticeProps) {
  const Icon = icons[tone];
  return (
    <div id={id} className={classes.notice} data-tone={tone} role={tone === "error" ? "alert" : undefined}>
      <Icon size={20} stroke={1.7} aria-hidden="true" className={classes.icon} />
      <div className={classes.words}>{children}</div>
    </div>
  );
}
