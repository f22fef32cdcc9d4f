"use client";

import { ActionIcon, Button, Code, CopyButton, Group, Stack, Tooltip } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import classes from "./copy-block.module.css";
import { IconCheck, IconCopy } from "./icons.tsx";
import { texts } from "./texts.ts";

/**
 * A text to copy.
 * @param what the name of the text: "account", "address"
 */
export function CopyText({ text, what }: { text: string; what: string }) {
  return (
    <Group gap={6} wrap="nowrap" align="center">
      <Code style={{ overflowWrap: "anywhere", minWidth: 0 }}>{text}</Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? texts.copy.copied : texts.copy.copy}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={copied ? texts.copy.copiedOf(what) : texts.copy.copyOf(what)}
              onClick={copy}
            >
              {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Group>
  );
}

interface CopyBlockProps {
  text: string;
  label: string;
  isCode?: boolean;
}

export function CopyBlock({ text, label, isCode }: CopyBlockProps) {
  return (
    <Stack gap="xs">
      {/* A scrolling block must be reachable by keyboard. */}
      <Code block className={classes.block} data-code={isCode} tabIndex={isCode ? 0 : undefined}>
        {text}
      </Code>
      <Group gap="sm">
        <CopyButtonOf text={text} label={label} />
      </Group>
    </Stack>
  );
}

export function CopyButtonOf({ text, label }: Omit<CopyBlockProps, "isCode">) {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button
          size="xs"
          variant="default"
          onClick={copy}
          leftSection={copied ? <IconCheck size={16} aria-hidden="true" /> : <IconCopy size={16} aria-hidden="true" />}
        >
          {copied ? texts.copy.copied : label}
        </Button>
      )}
    </CopyButton>
  );
}

/** Opens the share sheet of a phone. Browsers without one show nothing. */
export function ShareButton({ title, url }: { title: string; url: string }) {
  const isMounted = useMounted();
  if (!isMounted || !("share" in navigator)) return null;
  // A closed sheet is a refusal, which needs no message.
  return (
    <Button onClick={() => void navigator.share({ title, url }).catch(() => undefined)}>{texts.copy.share}</Button>
  );
}
