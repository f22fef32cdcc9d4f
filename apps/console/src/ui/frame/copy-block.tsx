"use client";

import { Button, Code, CopyButton } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import classes from "./copy-block.module.css";

interface CopyBlockProps {
  text: string;
  /** What the button says: "Copy the line". */
  label: string;
  /** Lines stay as they are, and scroll. */
  isCode?: boolean;
}

/** Several lines to be copied as they stand. */
export function CopyBlock({ text, label, isCode }: CopyBlockProps) {
  return (
    <div>
      {/* What scrolls must be reached by keyboard. */}
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
            {copied ? "Copied" : label}
          </Button>
        )}
      </CopyButton>
    </div>
  );
}
