"use client";

import { Button, Code, CopyButton } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import classes from "./copy-block.module.css";
import { texts } from "./texts.ts";

interface CopyBlockProps {
  text: string;
  /** Text of the button, such as "Copy the line". */
  label: string;
  /** Lines do not wrap; the block scrolls. */
  isCode?: boolean;
}

/** Several lines to copy. */
export function CopyBlock({ text, label, isCode }: CopyBlockProps) {
  return (
    <div>
      {/* A scrolling block must be reachable by keyboard. */}
      <Code block className={classes.block} data-code={isCode} tabIndex={isCode ? 0 : undefined}>
        {text}
      </Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button
            mt="xs"
            size="xs"
            variant="default"
            onClick={copy}
            leftSection={
              copied ? <IconCheck size={16} aria-hidden="true" /> : <IconCopy size={16} aria-hidden="true" />
            }
          >
            {copied ? texts.copy.copied : label}
          </Button>
        )}
      </CopyButton>
    </div>
  );
}
