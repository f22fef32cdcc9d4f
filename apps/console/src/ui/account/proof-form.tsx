"use client";

import { PasswordInput, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { FormButtons } from "../frame/form-buttons.tsx";
import { Notice } from "../frame/notice.tsx";
import type { Proof } from "../sign-in/session-client.ts";
import { texts } from "./texts.ts";

interface ProofFormProps<T> {
  /** The label of the button. */
  label: string;
  prove: (proof: Proof) => Promise<T>;
  proven: (result: T) => void;
  cancel: () => void;
}

/** Asks for the password and a code before a change to the second factor. */
export function ProofForm<T>({ label, prove, proven, cancel }: ProofFormProps<T>) {
  const proving = useMutation({ mutationFn: prove, onSuccess: proven });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const fields = new FormData(event.currentTarget);
        proving.mutate({ password: String(fields.get("password")), code: String(fields.get("code")) });
      }}
    >
      <Stack>
        <PasswordInput
          name="password"
          label={texts.proof.password}
          autoComplete="current-password"
          required
          data-autofocus
        />
        <TextInput
          name="code"
          label={texts.proof.code}
          description={texts.proof.codeHint}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        {proving.error && <Notice tone="error">{proving.error.message}</Notice>}
        <FormButtons submit={label} isBusy={proving.isPending} cancel={cancel} />
      </Stack>
    </form>
  );
}
