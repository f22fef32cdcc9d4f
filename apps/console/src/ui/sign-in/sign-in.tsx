"use client";

import { Anchor, Box, Text, Title } from "@mantine/core";
import { useState } from "react";
import { ChooseLanguage } from "../parts/choose-language.tsx";
import { Hint } from "../parts/hint.tsx";
import { Notice } from "../parts/notice.tsx";
import { Wordmark } from "../parts/wordmark.tsx";
import classes from "./sign-in.module.css";
import { SignInSteps } from "./sign-in-steps.tsx";
import { texts } from "./texts.ts";

interface SignInProps {
  next: string;
  /** The session of the person has ended. */
  isEnded: boolean;
  canMail: boolean;
}

export function SignIn({ next, isEnded, canMail }: SignInProps) {
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
        {isEnded && !needsCode && (
          <Box mb="md">
            <Notice tone="info">{texts.ended}</Notice>
          </Box>
        )}
        <SignInSteps entered={enter} onStep={setNeedsCode} />
        <Hint mt="lg">
          {needsCode ? (
            texts.noCode
          ) : (
            <>
              {canMail && <Anchor href="/lost-password">{texts.forgot}</Anchor>}{" "}
              {canMail ? texts.noAccount : texts.noAccountOrPassword}
            </>
          )}
        </Hint>
        <ChooseLanguage />
      </div>
    </main>
  );
}
