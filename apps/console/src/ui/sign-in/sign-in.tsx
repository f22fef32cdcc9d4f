"use client";

import { Anchor, Text, Title } from "@mantine/core";
import { useState } from "react";
import { Wordmark } from "../frame/wordmark.tsx";
import classes from "./sign-in.module.css";
import { SignInSteps } from "./sign-in-steps.tsx";

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
          Sign in
        </Title>
        <Text c="dimmed" mt={4} mb="lg">
          {needsCode ? "Your account also needs a code." : "See what your shops show, and where."}
        </Text>
        <SignInSteps entered={enter} onStep={setNeedsCode} />
        <Text size="sm" c="dimmed" mt="lg">
          {needsCode ? (
            "If you have no app and no recovery code, ask the operator of Highstreet."
          ) : (
            <>
              {canMail && <Anchor href="/lost-password">Forgot your password?</Anchor>}
              {canMail
                ? " If you have no account, ask the owner of the shop to invite you."
                : "If you have no account or have lost the password, ask the owner of the shop for a link."}
            </>
          )}
        </Text>
      </div>
    </main>
  );
}
