"use client";

import action from "./action.module.css";
import { Notice } from "./notice.tsx";
import { texts } from "./texts.ts";

/** Explains a failed load and offers a retry. */
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
