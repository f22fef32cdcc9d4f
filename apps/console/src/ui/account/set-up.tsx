"use client";

import { Button, CopyButton, Group, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { encode } from "uqr";
import { CopyText } from "../parts/copy.tsx";
import { Form, FormButtons } from "../parts/form.tsx";
import { IconCheck, IconCopy } from "../parts/icons.tsx";
import { Notice } from "../parts/notice.tsx";
import { confirmSecondFactor, makeSecondFactor, type SecondFactor } from "../sign-in/session-client.ts";
import classes from "./account.module.css";
import { texts } from "./texts.ts";

const words = texts.setUp;

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
    <Form submit={(fields) => making.mutate(String(fields.get("password")))}>
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
    </Form>
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
    <Form submit={(fields) => confirming.mutate(String(fields.get("code")))}>
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
    </Form>
  );
}

/** Drawn in the page, so that the text does not leave the browser. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join("");
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      className={classes.qr}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      fill="#000000"
    >
      <path d={path} />
    </svg>
  );
}

export function RecoveryCodes({ codes, done }: { codes: readonly string[]; done: () => void }) {
  return (
    <Stack>
      <Text size="sm">{texts.recovery.text} </Text>
      <ul className={classes.codes} aria-label={texts.recovery.title}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="sm">
        <Button onClick={done} autoFocus>
          {texts.recovery.kept}
        </Button>
        <CopyButton value={codes.join("\n")}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              onClick={copy}
              leftSection={
                copied ? <IconCheck size={16} aria-hidden="true" /> : <IconCopy size={16} aria-hidden="true" />
              }
            >
              {copied ? texts.recovery.copied : texts.recovery.copyAll}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Stack>
  );
}
