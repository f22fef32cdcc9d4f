"use client";

import { passwordLength } from "@highstreet/router/features/staff/password-length.schema.ts";
import { Button, PasswordInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import Link from "next/link";
import { useRef } from "react";
import type { StaffSecurity } from "../../server/staff-access.ts";
import { ChooseLanguage } from "../parts/choose-language.tsx";
import { BusyButton, Form } from "../parts/form.tsx";
import { IconArrowLeft } from "../parts/icons.tsx";
import { Notice } from "../parts/notice.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { Panel } from "../parts/panel.tsx";
import { showToast } from "../parts/toasts.tsx";
import { Wordmark } from "../parts/wordmark.tsx";
import { changePassword } from "../sign-in/session-client.ts";
import classes from "./account.module.css";
import { Passkeys } from "./passkeys.tsx";
import { SignInCodes } from "./sign-in-codes.tsx";
import { texts } from "./texts.ts";

export function Account({ security, back }: { security: StaffSecurity; back: string }) {
  return (
    <main className={classes.page}>
      <div className={classes.bar}>
        <Wordmark />
        <Button
          component={Link}
          href={back}
          variant="subtle"
          color="gray"
          leftSection={<IconArrowLeft size={16} aria-hidden="true" />}
        >
          {texts.back}
        </Button>
      </div>
      <PageHead help="your-account" title={texts.title} text={`${security.name} · ${security.email}`} />
      <Passkeys passkeys={security.passkeys} hasCodes={security.recoveryCodes !== null} />
      <SignInCodes recoveryCodes={security.recoveryCodes} />
      <ChangePassword />
      <ChooseLanguage />
    </main>
  );
}

function ChangePassword() {
  const form = useRef<HTMLFormElement>(null);
  const changing = useMutation({
    mutationFn: changePassword,
    onSuccess: () => {
      form.current?.reset();
      showToast({ message: texts.password.changed });
    },
  });
  return (
    <Panel title={texts.password.title} text={texts.password.text}>
      <Form
        ref={form}
        maw={420}
        submit={(fields) => {
          const [currentPassword, newPassword] = [String(fields.get("current")), String(fields.get("new"))];
          changing.mutate({ currentPassword, newPassword });
        }}
      >
        <PasswordInput name="current" label={texts.password.current} autoComplete="current-password" required />
        <PasswordInput
          name="new"
          label={texts.password.new}
          description={texts.password.newHint(passwordLength.min)}
          autoComplete="new-password"
          minLength={passwordLength.min}
          maxLength={passwordLength.max}
          required
        />
        {changing.error && <Notice tone="error">{changing.error.message}</Notice>}
        <div>
          <BusyButton type="submit" variant="default" isBusy={changing.isPending}>
            {texts.password.change}
          </BusyButton>
        </div>
      </Form>
    </Panel>
  );
}
