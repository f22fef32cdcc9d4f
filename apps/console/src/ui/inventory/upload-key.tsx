"use client";

import { Button, Group, Stack, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { CopyBlock } from "../frame/copy-block.tsx";
import { CopyText } from "../frame/copy-text.tsx";
import { Notice } from "../frame/notice.tsx";

/** A new upload key, and the command that sends a file with it. */
export function UploadKey({ uploadKey, url }: { uploadKey: string; url: string }) {
  const line = `curl -T stock.csv -H 'Authorization: Bearer ${uploadKey}' ${url}`;
  return (
    <Stack gap="md">
      <Notice tone="warning">Copy it now: it is never shown again. Earlier keys no longer work.</Notice>
      <div>
        <Text size="sm" mb={4}>
          A till or a computer sends the file stock.csv with this line:
        </Text>
        <CopyBlock text={line} label="Copy the line" />
      </div>
      <div>
        <Text size="sm" mb={4}>
          The key alone:
        </Text>
        <CopyText text={uploadKey} what="upload key" />
      </div>
      <Text size="sm" c="dimmed">
        The key works only for uploads of this store. A file with the name products.csv is product data. All other files
        are stock.
      </Text>
      <Group justify="end">
        <Button onClick={modals.closeAll} data-autofocus>
          I have copied it
        </Button>
      </Group>
    </Stack>
  );
}
