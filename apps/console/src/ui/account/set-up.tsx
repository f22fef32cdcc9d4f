"use client";

import { Group, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { CopyText } from "../frame/copy-text.tsx";
import { FormButtons } from "../frame/form-buttons.tsx";
import { Notice } from "../frame/notice.tsx";
import { confirmSecondFactor, makeSecondFactor, type SecondFactor } from "../sign-in/session-client.ts";
import { QrCode } from "./qr-code.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { texts } from "./texts.ts";

const words = texts.setUp;

/** Sets up a second factor in three steps: password, first code of the app, recovery codes. */
export function SetUp({ done }: { done: () => void }) {
  const [factor, setFactor] = useState<SecondFactor>();
  const [isOn, setOn] = useState(false);
  if (!factor) return <AskPassword made={setFactor} cancel={done} />;
  if (!isOn) return <Confirm uri={factor.uri} confirmed={() => setOn(true)} cancel={done} />;
  return <RecoveryCodes codes={factor.recoveryCodes} done={done} />;
}

function AskPassword({ made, cancel }: { made: (factor: SecondFactor) => void; cancel: () => void }) {
  const making = useMutation({ mutationFn: makeSecondFactor, onSuccess: made });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        making.mutate(String(new FormData(event.currentTarget).get("password")));
      }}
    >
      <Stack>
        <Text size="sm">{words.text}</Text>
        <PasswordInput
          name="password"
          label={texts.proof.password}
          autoComplete="current-password"
          required
          data-autofocus
        />
        {making.error && <Notice tone="error">{making.error.message}</Notice>}
        <FormButtons submit={words.continue} isBusy={making.isPending} cancel={cancel} />
      </Stack>
    </form>
  );
}

interface ConfirmProps {
  uri: string;
  confirmed: () => void;
  cancel: () => void;
}

function Confirm({ uri, confirmed, cancel }: ConfirmProps) {
  const confirming = useMutation({ mutationFn: confirmSecondFactor, onSuccess: confirmed });
  const secret = new URL(uri).searchParams.get("secret") ?? "";
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        confirming.mutate(String(new FormData(event.currentTarget).get("code")));
      }}
    >
      <Stack>
        <Text size="sm">{words.scan} </Text>
        <Group justify="center">
          <QrCode text={uri} label={words.qrCode} />
        </Group>
        <div>
          <Text size="sm" fw={500} mb={4}>
            {words.secret}
          </Text>
          <CopyText text={secret} what={words.secretName} />
        </div>
        <TextInput
          name="code"
          label={words.code}
          description={words.codeHint}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          autoFocus
        />
        {confirming.error && <Notice tone="error">{confirming.error.message}</Notice>}
        <FormButtons submit={words.switchOn} isBusy={confirming.isPending} cancel={cancel} />
      </Stack>
    </form>
  );
}
