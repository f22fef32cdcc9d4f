import { Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Wordmark } from "../frame/wordmark.tsx";
import classes from "../sign-in/sign-in.module.css";

/** The card of a page outside of the shops. */
export function LinkCard({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <Wordmark />
        <Title order={1} size="h2" mt="xl" mb={text ? 4 : "lg"}>
          {title}
        </Title>
        {text && (
          <Text c="dimmed" mb="lg">
            {text}
          </Text>
        )}
        {children}
      </div>
    </main>
  );
}
