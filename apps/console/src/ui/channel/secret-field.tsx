"use client";

import { ActionIcon, Button, Stack, TextInput, Tooltip } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "../parts/icons.tsx";
import { texts as all } from "../parts/texts.ts";
import { texts } from "./texts.ts";

const shared = all.copy;

interface SecretFieldProps {
  secret: string;
  setSecret: (secret: string) => void;
  error: string | undefined;
  autoFocus?: boolean;
}

/** A signing secret, typed or generated. A generated one is copied at once, because it is needed at the receiver. */
export function SecretField({ secret, setSecret, error, autoFocus }: SecretFieldProps) {
  const { copied, copy } = useClipboard();
  const make = () => {
    const made = newSecret();
    setSecret(made);
    copy(made);
  };
  return (
    <Stack gap="xs" align="start">
      <TextInput
        w="100%"
        label={texts.secret.label}
        description={texts.secret.hint}
        required
        data-autofocus={autoFocus}
        autoComplete="off"
        spellCheck={false}
        value={secret}
        onChange={(event) => setSecret(event.currentTarget.value)}
        error={error}
        rightSection={
          secret && (
            <Tooltip label={copied ? shared.copied : shared.copy}>
              <ActionIcon
                variant="subtle"
                color="gray"
                onClick={() => copy(secret)}
                aria-label={shared.copyOf(texts.secret.name)}
              >
                {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
              </ActionIcon>
            </Tooltip>
          )
        }
      />
      <Button variant="default" size="xs" onClick={make}>
        {copied ? shared.copied : texts.secret.generate}
      </Button>
    </Stack>
  );
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const LENGTH = 40;
/** The largest multiple of 62 in a byte. Values above it would make some letters more likely. */
const FAIR = 248;

/** A new signing secret: 40 random letters and digits. */
function newSecret(): string {
  let secret = "";
  while (secret.length < LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH))) {
      if (byte < FAIR && secret.length < LENGTH) secret += letters[byte % letters.length];
    }
  }
  return secret;
}
