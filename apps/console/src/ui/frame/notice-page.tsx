"use client";

import { Button, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./notice-page.module.css";
import { texts } from "./texts.ts";
import { Wordmark } from "./wordmark.tsx";

/** A page with one message: not found, failed, no shop yet. */
export function NoticePage({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <main className={classes.page}>
      <Stack gap="md" maw={440}>
        <Wordmark />
        <Title order={1} mt="lg">
          {title}
        </Title>
        <Text c="dimmed">{text}</Text>
        <div>
          {children ?? (
            <Button component="a" href="/">
              {texts.notFound.toShop}
            </Button>
          )}
        </div>
      </Stack>
    </main>
  );
}
