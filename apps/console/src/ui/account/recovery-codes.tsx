"use client";

import { Button, CopyButton, Group, Stack, Text } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import classes from "./account.module.css";
import { texts } from "./texts.ts";

const words = texts.recovery;

/** Shows new recovery codes. The console cannot show them again. */
export function RecoveryCodes({ codes, done }: { codes: readonly string[]; done: () => void }) {
  return (
    <Stack>
      <Text size="sm">{words.text} </Text>
      <ul className={classes.codes} aria-label={words.title}>
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
              {copied ? words.copied : words.copyAll}
            </Button>
          )}
        </CopyButton>
        <Button onClick={done} autoFocus>
          {words.kept}
        </Button>
      </Group>
    </Stack>
  );
}
