"use client";

import { ActionIcon, Code, CopyButton, Group, Tooltip } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";

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
          <Tooltip label={copied ? "Copied" : "Copy"}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={copied ? `Copied the ${what}` : `Copy the ${what}`}
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
