"use client";

import { PasswordInput, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Form, FormButtons } from "../parts/form.tsx";
import { Notice } from "../parts/notice.tsx";
import type { Proof } from "../sign-in/session-client.ts";
import { texts } from "./texts.ts";

interface ProofFormProps<T> {
  label: string;
  /** Whether the form also asks for a code. */
  hasCodes: boolean;
  /** Asked before the proof. */
  name?: { label: string; hint: string } | undefined;
  prove: (proof: Proof & { name: string }) => Promise<T>;
  proven: (result: T) => void;
  cancel: () => void;
}

/** The password, and a code if the account has codes. */
export function ProofForm<T>({ label, hasCodes, name, prove, proven, cancel }: ProofFormProps<T>) {
  const proving = useMutation({ mutationFn: prove, onSuccess: proven });
  return (
    <Form
      submit={(fields) => {
        const [password, code] = [String(fields.get("password")), hasCodes ? String(fields.get("code")) : undefined];
        proving.mutate({ name: String(fields.get("name")), password, code });
      }}
    >
      {name && (
        <TextInput name="name" label={name.label} description={name.hint} maxLength={60} required data-autofocus />
      )}
      <PasswordInput
        name="password"
        label={texts.proof.password}
        autoComplete="current-password"
        required
        data-autofocus={!name || undefined}
      />
      {hasCodes && (
        <TextInput
          name="code"
          label={texts.proof.code}
          description={texts.proof.codeHint}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
      )}
      {proving.error && <Notice tone="error">{proving.error.message}</Notice>}
      <FormButtons submit={label} isBusy={proving.isPending} cancel={cancel} />
    </Form>
  );
}
