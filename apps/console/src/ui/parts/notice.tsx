"use client";

import type { ReactNode } from "react";
import action from "./action.module.css";
import { IconAlertCircle, IconAlertTriangle, IconInfoCircle } from "./icons.tsx";
import classes from "./notice.module.css";
import { texts } from "./texts.ts";

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

export function LoadFailed({ message, retry }: { message: string; retry: () => void }) {
  return (
    <Notice tone="error">
      <div className={action.line}>
        {message}
        <button type="button" className={action.action} onClick={retry}>
          {texts.tryAgain}
        </button>
      </div>
    </Notice>
  );
}
