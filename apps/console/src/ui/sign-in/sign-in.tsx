"use client";

import { Text, Title } from "@mantine/core";
import { useState } from "react";
import { Wordmark } from "../frame/wordmark.tsx";
import { CodeForm } from "./code-form.tsx";
import { PasswordForm } from "./password-form.tsx";
import classes from "./sign-in.module.css";

/** Signs staff in and opens `next`. */
export function SignIn({ next }: { next: string }) {
  const [needsCode, setNeedsCode] = useState(false);
  const [expired, setExpired] = useState<string>();
  // A full page load removes the data of an earlier user from memory.
  const enter = () => window.location.assign(next);
  const again = (message?: string) => {
    setExpired(message);
    setNeedsCode(false);
  };
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
        {needsCode ? (
          <CodeForm entered={enter} again={again} />
        ) : (
          <PasswordForm entered={enter} askForCode={() => setNeedsCode(true)} notice={expired} />
        )}
        <Text size="sm" c="dimmed" mt="lg">
          {needsCode
            ? "If you have no app and no recovery code, ask the operator of Highstreet."
            : "If you have no account or have lost the password, ask the owner of the shop."}
        </Text>
      </div>
    </main>
  );
}
