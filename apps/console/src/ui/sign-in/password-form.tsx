"use client";

import { PasswordInput, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Notice } from "../frame/notice.tsx";
import { SubmitButton } from "../frame/submit-button.tsx";
import { signIn } from "./session-client.ts";
import { texts } from "./texts.ts";

interface PasswordFormProps {
  /** The only address that may sign in; undefined: any. */
  email?: string | undefined;
  entered: () => void;
  askForCode: () => void;
  /** The reason for asking for the password again. */
  notice: string | undefined;
}

/** The first step of sign-in: e-mail address and password. */
export function PasswordForm({ email, entered, askForCode, notice }: PasswordFormProps) {
  const entering = useMutation({
    mutationFn: signIn,
    onSuccess: ({ needsCode }) => (needsCode ? askForCode() : entered()),
  });
  const problem = entering.error?.message ?? (entering.isIdle ? notice : undefined);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const fields = new FormData(event.currentTarget);
        entering.mutate({ email: String(fields.get("email")), password: String(fields.get("password")) });
      }}
    >
      <Stack>
        <TextInput
          name="email"
          type="email"
          label={texts.email}
          autoComplete="username"
          required
          size="md"
          {...(email === undefined ? { autoFocus: true } : { value: email, readOnly: true })}
        />
        <PasswordInput name="password" label={texts.password} autoComplete="current-password" required size="md" />
        {problem && <Notice tone="error">{problem}</Notice>}
        <SubmitButton isBusy={entering.isPending || entering.isSuccess}>{texts.title}</SubmitButton>
      </Stack>
    </form>
  );
}
