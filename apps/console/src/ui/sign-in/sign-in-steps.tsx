"use client";

import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { forgetOfflineList } from "../offline/offline-page.ts";
import { BusyButton, Form, SubmitButton } from "../parts/form.tsx";
import { IconKey } from "../parts/icons.tsx";
import { Notice } from "../parts/notice.tsx";
import { giveCode, SessionError, signIn } from "./session-client.ts";
import { texts } from "./texts.ts";

interface SignInStepsProps {
  /** The only address that may sign in. */
  email?: string;
  entered: () => void;
  onStep?: (needsCode: boolean) => void;
}

/** The two steps of sign-in: the password, and a code if the account needs one. */
export function SignInSteps({ email, entered, onStep }: SignInStepsProps) {
  const [needsCode, setNeedsCode] = useState(false);
  const [expired, setExpired] = useState<string>();
  useEffect(() => {
    // The last session may have ended without a sign-out.
    void forgetOfflineList();
  }, []);
  const step = (code: boolean) => {
    setNeedsCode(code);
    onStep?.(code);
  };
  const again = (message?: string) => {
    setExpired(message);
    step(false);
  };
  return needsCode ? (
    <CodeForm entered={entered} again={again} />
  ) : (
    <PasswordForm email={email} entered={entered} askForCode={() => step(true)} notice={expired} />
  );
}

interface PasswordFormProps {
  /** The only address that may sign in; undefined: any. */
  email?: string | undefined;
  entered: () => void;
  askForCode: () => void;
  /** The reason for asking for the password again. */
  notice: string | undefined;
}

function PasswordForm({ email, entered, askForCode, notice }: PasswordFormProps) {
  const entering = useMutation({
    mutationFn: signIn,
    onSuccess: ({ needsCode }) => (needsCode ? askForCode() : entered()),
  });
  const passing = useMutation({
    mutationFn: async () => (await import("./passkeys.ts")).signInWithPasskey(),
    onSuccess: entered,
  });
  const problem = (entering.error ?? passing.error)?.message ?? (entering.isIdle ? notice : undefined);
  return (
    <Form
      submit={(fields) =>
        entering.mutate({ email: String(fields.get("email")), password: String(fields.get("password")) })
      }
    >
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
      {email === undefined && (
        <BusyButton
          variant="default"
          leftSection={<IconKey size={18} aria-hidden="true" />}
          isBusy={passing.isPending || passing.isSuccess}
          onClick={() => {
            entering.reset();
            passing.mutate();
          }}
        >
          {texts.passkey}
        </BusyButton>
      )}
    </Form>
  );
}

interface CodeFormProps {
  entered: () => void;
  again: (why?: string) => void;
}

function CodeForm({ entered, again }: CodeFormProps) {
  const giving = useMutation({
    mutationFn: giveCode,
    onSuccess: entered,
    onError: (error) => {
      if (error instanceof SessionError && error.code === "SignInExpired") again(error.message);
    },
  });
  return (
    <Form submit={(fields) => giving.mutate(String(fields.get("code")))}>
      <TextInput
        name="code"
        label={texts.code}
        description={texts.codeHint}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
        size="md"
        autoFocus
      />
      {giving.error && <Notice tone="error">{giving.error.message}</Notice>}
      <SubmitButton isBusy={giving.isPending || giving.isSuccess}>{texts.continue}</SubmitButton>
      <Button variant="subtle" color="gray" onClick={() => again()}>
        {texts.another}
      </Button>
    </Form>
  );
}
