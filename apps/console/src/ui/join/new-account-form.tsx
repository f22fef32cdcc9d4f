"use client";

import { Stack, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { SubmitButton } from "../frame/submit-button.tsx";
import { NewPasswordInput } from "./new-password-input.tsx";
import { texts } from "./texts.ts";

interface NewAccountFormProps {
  email: string;
  error: ReactNode;
  isBusy: boolean;
  create: (account: { name: string; newPassword: string }) => void;
}

/** The name and the password of a new person. */
export function NewAccountForm({ email, error, isBusy, create }: NewAccountFormProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const fields = new FormData(event.currentTarget);
        if (!isBusy) create({ name: String(fields.get("name")), newPassword: String(fields.get("password")) });
      }}
    >
      <Stack>
        <TextInput label={texts.email} name="email" value={email} autoComplete="username" readOnly size="md" />
        <TextInput label={texts.name} name="name" autoComplete="name" maxLength={100} required size="md" autoFocus />
        <NewPasswordInput />
        {error}
        <SubmitButton isBusy={isBusy}>{texts.create}</SubmitButton>
      </Stack>
    </form>
  );
}
