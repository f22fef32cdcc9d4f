"use client";

import type { ReactNode } from "react";
import action from "./action.module.css";
import classes from "./notice-page.module.css";
import { texts } from "./texts.ts";
import { Wordmark } from "./wordmark.tsx";

export function NoticePage({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <main className={classes.page}>
      <div className={classes.body}>
        <Wordmark />
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.text}>{text}</p>
        <div>
          {children ?? (
            <a href="/" className={action.action} data-first>
              {texts.notFound.toShop}
            </a>
          )}
        </div>
      </div>
    </main>
  );
}
