"use client";

import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { BusyButton, Form } from "../parts/form.tsx";
import { Notice } from "../parts/notice.tsx";
import { askForPassword } from "../sign-in/session-client.ts";
import { LinkCard } from "./link-card.tsx";
import { texts } from "./texts.ts";

export function LostPassword() {
  const asking = useMutation({ mutationFn: askForPassword });
  return (
    <LinkCard title={texts.lost} text={texts.lostText}>
      {asking.isSuccess ? (
        <div role="status">
          <Notice tone="info">{texts.sent(asking.variables)}</Notice>
        </div>
      ) : (
        <Form submit={(fields) => asking.mutate(String(fields.get("email")).trim())}>
          <TextInput
            name="email"
            type="email"
            label={texts.email}
            autoComplete="username"
            required
            size="md"
            autoFocus
          />
          {asking.error && <Notice tone="error">{asking.error.message}</Notice>}
          <BusyButton type="submit" size="md" isBusy={asking.isPending}>
            {texts.sendLink}
          </BusyButton>
        </Form>
      )}
      <Button component="a" href="/sign-in" variant="subtle" color="gray" mt="md" px={0}>
        {texts.back}
      </Button>
    </LinkCard>
  );
}
