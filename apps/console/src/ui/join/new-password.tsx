"use client";

import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Form, SubmitButton } from "../parts/form.tsx";
import { Notice } from "../parts/notice.tsx";
import { SessionError, setNewPassword } from "../sign-in/session-client.ts";
import { LinkCard, NewPasswordInput, useLinkToken } from "./link-card.tsx";
import { texts } from "./texts.ts";

const toSignIn = () => (
  <Button component="a" href="/sign-in" size="md">
    {texts.toSignIn}
  </Button>
);

export function NewPassword() {
  const token = useLinkToken();
  const saving = useMutation({ mutationFn: (password: string) => setNewPassword(token ?? "", password) });
  const { error } = saving;
  if (saving.isSuccess) {
    return (
      <LinkCard title={texts.saved} text={texts.savedText}>
        {toSignIn()}
      </LinkCard>
    );
  }
  if (token === "" || (error instanceof SessionError && error.code === "InvitationNotFound")) {
    return (
      <LinkCard title={texts.ended} text={texts.endedText}>
        {toSignIn()}
      </LinkCard>
    );
  }
  return (
    <LinkCard title={texts.newPassword} text={texts.newPasswordText}>
      <Form submit={(fields) => saving.mutate(String(fields.get("password")))}>
        <NewPasswordInput autoFocus />
        {error && <Notice tone="error">{error.message}</Notice>}
        <SubmitButton isBusy={saving.isPending}>{texts.save}</SubmitButton>
      </Form>
    </LinkCard>
  );
}
