"use client";

import { Button, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Notice } from "../frame/notice.tsx";
import { SubmitButton } from "../frame/submit-button.tsx";
import { SessionError, setNewPassword } from "../sign-in/session-client.ts";
import { LinkCard } from "./link-card.tsx";
import { NewPasswordInput } from "./new-password-input.tsx";
import { texts } from "./texts.ts";
import { useLinkToken } from "./use-link-token.ts";

const toSignIn = (
  <Button component="a" href="/sign-in" size="md">
    {texts.toSignIn}
  </Button>
);

/** Sets a new password with the link in the address. */
export function NewPassword() {
  const token = useLinkToken();
  const saving = useMutation({ mutationFn: (password: string) => setNewPassword(token ?? "", password) });
  const { error } = saving;
  if (saving.isSuccess) {
    return (
      <LinkCard title={texts.saved} text={texts.savedText}>
        {toSignIn}
      </LinkCard>
    );
  }
  if (token === "" || (error instanceof SessionError && error.code === "InvitationNotFound")) {
    return (
      <LinkCard title={texts.ended} text={texts.endedText}>
        {toSignIn}
      </LinkCard>
    );
  }
  return (
    <LinkCard title={texts.newPassword} text={texts.newPasswordText}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate(String(new FormData(event.currentTarget).get("password")));
        }}
      >
        <Stack>
          <NewPasswordInput autoFocus />
          {error && <Notice tone="error">{error.message}</Notice>}
          <SubmitButton isBusy={saving.isPending}>{texts.save}</SubmitButton>
        </Stack>
      </form>
    </LinkCard>
  );
}
