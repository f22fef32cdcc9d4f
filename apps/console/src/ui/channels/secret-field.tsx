"use client";

import { ActionIcon, Button, CopyButton, Stack, TextInput, Tooltip } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { texts as all } from "../frame/texts.ts";
import { newSecret } from "./new-secret.ts";
import { texts } from "./texts.ts";

const shared = all.copy;

interface SecretFieldProps {
  secret: string;
  setSecret: (secret: string) => void;
  error: string | undefined;
  autoFocus?: boolean;
}

/** A signing secret, typed or generated. It can be copied before it is saved. */
export function SecretField({ secret, setSecret, error, autoFocus }: SecretFieldProps) {
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
            <CopyButton value={secret}>
              {({ copied, copy }) => (
                <Tooltip label={copied ? shared.copied : shared.copy}>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    onClick={copy}
                    aria-label={shared.copyOf(texts.secret.name)}
                  >
                    {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                  </ActionIcon>
                </Tooltip>
              )}
            </CopyButton>
          )
        }
      />
      <Button variant="default" size="xs" onClick={() => setSecret(newSecret())}>
        {texts.secret.generate}
      </Button>
    </Stack>
  );
}
