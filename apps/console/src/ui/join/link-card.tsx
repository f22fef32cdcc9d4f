"use client";

import { passwordLength } from "@highstreet/router/features/staff/password-length.schema.ts";
import { PasswordInput, Text, Title } from "@mantine/core";
import { type ReactNode, useSyncExternalStore } from "react";
import { Wordmark } from "../parts/wordmark.tsx";
import classes from "../sign-in/sign-in.module.css";
import { texts } from "./texts.ts";

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

const subscribe = (changed: () => void) => {
  window.addEventListener("hashchange", changed);
  return () => window.removeEventListener("hashchange", changed);
};

/** The token behind the `#` of the address; null on the server, which never receives it. */
export function useLinkToken(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => window.location.hash.slice(1),
    () => null,
  );
}

/** The field `password` for a password that a person chooses. */
export function NewPasswordInput({ autoFocus = false }: { autoFocus?: boolean }) {
  return (
    <PasswordInput
      label={texts.password}
      description={texts.passwordHelp}
      name="password"
      autoComplete="new-password"
      minLength={passwordLength.min}
      maxLength={passwordLength.max}
      required
      size="md"
      autoFocus={autoFocus}
    />
  );
}
