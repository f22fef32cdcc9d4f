"use client";

import { Button, Group, Stack, Text } from "@mantine/core";
import { CopyText } from "../frame/copy-text.tsx";
import { moment } from "../frame/formats.ts";
import { Notice } from "../frame/notice.tsx";
import { useStore } from "../shell/store-context.tsx";
import { texts } from "./texts.ts";

const words = texts.changeSecret;

export interface NewSecret {
  secret: string;
  /** End of the previous secret; null if it has ended. */
  previousUntil: string | null;
}

/** Shows a new secret, which the console cannot show again. */
export function ShownSecret({ secret, previousUntil, done }: NewSecret & { done: () => void }) {
  const { store } = useStore();
  return (
    <Stack gap="md">
      <Notice tone="warning">{words.once}</Notice>
      <CopyText text={secret} what={words.name} />
      <Text size="sm">{previousUntil ? words.until(moment(previousUntil, store.timezone)) : words.ended}</Text>
      <Group justify="end">
        <Button onClick={done} autoFocus>
          {words.copied}
        </Button>
      </Group>
    </Stack>
  );
}
