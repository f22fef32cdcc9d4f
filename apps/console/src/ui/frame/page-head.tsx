"use client";

import { Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./page-head.module.css";

/** A page's title, what it is about, and at its right what acts on all of it. */
export function PageHead({ title, text, children }: { title: string; text: ReactNode; children?: ReactNode }) {
  return (
    <div className={classes.head}>
      <div className={classes.words}>
        <Title order={1} className={classes.title}>
          {title}
        </Title>
        <Text c="dimmed">{text}</Text>
      </div>
      {children}
    </div>
  );
}
