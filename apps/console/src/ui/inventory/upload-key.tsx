"use client";

import { Button, Group, Stack, Text } from "@mantine/core";
import { CopyBlock } from "../frame/copy-block.tsx";
import { CopyText } from "../frame/copy-text.tsx";
import { closeDialog } from "../frame/dialogs.ts";
import { Notice } from "../frame/notice.tsx";
import { texts } from "./texts.ts";

const words = texts.key;

/** A new upload key, and the command that sends a file with it. */
export function UploadKey({ uploadKey, url }: { uploadKey: string; url: string }) {
  const line = `curl -T stock.csv -H 'Authorization: Bearer ${uploadKey}' ${url}`;
  return (
    <Stack gap="md">
      <Notice tone="warning">{words.once}</Notice>
      <div>
        <Text size="sm" mb={4}>
          {words.line}
        </Text>
        <CopyBlock text={line} label={words.copyLine} />
      </div>
      <div>
        <Text size="sm" mb={4}>
          {words.alone}
        </Text>
        <CopyText text={uploadKey} what={words.name} />
      </div>
      <Text size="sm" c="dimmed">
        {words.scope}
      </Text>
      <Group justify="end">
        <Button onClick={closeDialog} data-autofocus>
          {words.copied}
        </Button>
      </Group>
    </Stack>
  );
}
