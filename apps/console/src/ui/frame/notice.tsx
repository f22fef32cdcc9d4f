"use client";

import { IconAlertCircle, IconAlertTriangle, IconEye } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./notice.module.css";

const icons = { error: IconAlertCircle, warning: IconAlertTriangle, info: IconEye };

/** Something to know before going on. An error is read out as it appears. */
export function Notice({ tone, children }: { tone: keyof typeof icons; children: ReactNode }) {
  const Icon = icons[tone];
  return (
    <div className={classes.notice} data-tone={tone} role={tone === "error" ? "alert" : undefined}>
      <Icon size={20} stroke={1.7} aria-hidden="true" className={classes.icon} />
      <div className={classes.words}>{children}</div>
    </div>
  );
}
