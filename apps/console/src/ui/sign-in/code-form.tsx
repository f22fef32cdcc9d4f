"use client";

import { Button, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Notice } from "../frame/notice.tsx";
import { SubmitButton } from "../frame/submit-button.tsx";
import { giveCode, SessionError } from "./session-client.ts";
import { texts } from "./texts.ts";

interface CodeFormProps {
  entered: () => void;
  /** Returns to the first step. */
  again: (why?: string) => void;
}

/** The second step of sign-in: the code. */
export function CodeForm({ entered, again }: CodeFormProps) {
  const giving = useMutation({
    mutationFn: giveCode,
    onSuccess: entered,
    onError: (error) => {
      if (error instanceof SessionError && error.code === "SignInExpired") again(error.message);
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        giving.mutate(String(new FormData(event.currentTarget).get("code")));
      }}
    >
      <Stack>
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
      </Stack>
    </form>
  );
}
