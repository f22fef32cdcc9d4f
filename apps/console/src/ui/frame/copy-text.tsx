"use client";

import { ActionIcon, Code, CopyButton, Group, Tooltip } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { texts as all } from "./texts.ts";

const texts = all.copy;

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
          <Tooltip label={copied ? texts.copied : texts.copy}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={copied ? texts.copiedOf(what) : texts.copyOf(what)}
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
