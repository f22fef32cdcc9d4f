"use client";

import { passwordLength } from "@highstreet/router/features/staff/password-length.schema.ts";
import { PasswordInput, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { BusyButton } from "../frame/busy-button.tsx";
import { Notice } from "../frame/notice.tsx";
import { Panel } from "../frame/panel.tsx";
import { showToast } from "../frame/toasts.ts";
import { changePassword } from "../sign-in/session-client.ts";
import { texts } from "./texts.ts";

const words = texts.password;

export function ChangePassword() {
  const form = useRef<HTMLFormElement>(null);
  const changing = useMutation({
    mutationFn: changePassword,
    onSuccess: () => {
      form.current?.reset();
      showToast({ message: words.changed });
    },
  });
  return (
    <Panel title={words.title} text={words.text}>
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          const fields = new FormData(event.currentTarget);
          const [currentPassword, newPassword] = [String(fields.get("current")), String(fields.get("new"))];
          changing.mutate({ currentPassword, newPassword });
        }}
      >
        <Stack maw={420}>
          <PasswordInput name="current" label={words.current} autoComplete="current-password" required />
          <PasswordInput
            name="new"
            label={words.new}
            description={words.newHint(passwordLength.min)}
            autoComplete="new-password"
            minLength={passwordLength.min}
            maxLength={passwordLength.max}
            required
          />
          {changing.error && <Notice tone="error">{changing.error.message}</Notice>}
          <div>
            <BusyButton type="submit" variant="default" isBusy={changing.isPending}>
              {words.change}
            </BusyButton>
          </div>
        </Stack>
      </form>
    </Panel>
  );
}
