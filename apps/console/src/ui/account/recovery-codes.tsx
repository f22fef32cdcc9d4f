"use client";

import { Button, CopyButton, Group, Stack, Text } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import classes from "./account.module.css";

/** Shows new recovery codes. The console cannot show them again. */
export function RecoveryCodes({ codes, done }: { codes: readonly string[]; done: () => void }) {
  return (
    <Stack>
      <Text size="sm">
        Keep these recovery codes in a place that does not need your phone. Each code signs you in once, in place of a
        code from the app. They are never shown again.
      </Text>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group justify="flex-end" gap="sm">
        <CopyButton value={codes.join("\n")}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              onClick={copy}
              leftSection={
                copied ? <IconCheck size={16} aria-hidden="true" /> : <IconCopy size={16} aria-hidden="true" />
              }
            >
              {copied ? "Copied" : "Copy all"}
            </Button>
          )}
        </CopyButton>
        <Button onClick={done} autoFocus>
          I have kept them
        </Button>
      </Group>
    </Stack>
  );
}
