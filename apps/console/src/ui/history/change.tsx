"use client";

import own from "./history.module.css";
import { texts } from "./texts.ts";

const MAX_LENGTH = 160;

/** A change in words. A long one is folded. */
export function Change({ text }: { text: string }) {
  if (text.length <= MAX_LENGTH) return text;
  return (
    <details className={own.long}>
      <summary>
        {texts.cut(text.slice(0, MAX_LENGTH).trimEnd())}
        <span className={own.link}>{texts.whole}</span>
      </summary>
      {text}
    </details>
  );
}
