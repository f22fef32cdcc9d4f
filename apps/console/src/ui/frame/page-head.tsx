"use client";

import { Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./page-head.module.css";

/** The title of a page, its description, and the actions for the whole page. */
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
