"use client";

import { ActionIcon, Button, CopyButton, Stack, TextInput, Tooltip } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { newSecret } from "./new-secret.ts";

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
        label="Signing secret"
        description="Your system checks the signature with this secret. Copy it now: it is never shown again."
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
                <Tooltip label={copied ? "Copied" : "Copy"}>
                  <ActionIcon variant="subtle" color="gray" onClick={copy} aria-label="Copy the secret">
                    {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                  </ActionIcon>
                </Tooltip>
              )}
            </CopyButton>
          )
        }
      />
      <Button variant="default" size="xs" onClick={() => setSecret(newSecret())}>
        Generate a secret
      </Button>
    </Stack>
  );
}
