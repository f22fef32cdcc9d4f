"use client";

import { Anchor, Text, Title } from "@mantine/core";
import { useState } from "react";
import { Wordmark } from "../frame/wordmark.tsx";
import classes from "./sign-in.module.css";
import { SignInSteps } from "./sign-in-steps.tsx";
import { texts } from "./texts.ts";

/** Signs staff in and opens `next`. */
export function SignIn({ next, canMail }: { next: string; canMail: boolean }) {
  const [needsCode, setNeedsCode] = useState(false);
  // A full page load removes the data of an earlier user from memory.
  const enter = () => window.location.assign(next);
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <Wordmark />
        <Title order={1} size="h2" mt="xl">
          {texts.title}
        </Title>
        <Text c="dimmed" mt={4} mb="lg">
          {needsCode ? texts.textOfCode : texts.text}
        </Text>
        <SignInSteps entered={enter} onStep={setNeedsCode} />
        <Text size="sm" c="dimmed" mt="lg">
          {needsCode ? (
            texts.noCode
          ) : (
            <>
              {canMail && <Anchor href="/lost-password">{texts.forgot}</Anchor>}{" "}
              {canMail ? texts.noAccount : texts.noAccountOrPassword}
            </>
          )}
        </Text>
      </div>
    </main>
  );
}
