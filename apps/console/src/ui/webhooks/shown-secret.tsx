"use client";

import { Button, Group, Stack, Text } from "@mantine/core";
import { CopyText } from "../frame/copy-text.tsx";
import { moment } from "../frame/formats.ts";
import { Notice } from "../frame/notice.tsx";
import { useStore } from "../shell/store-context.tsx";

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
      <Notice tone="warning">Copy it now: it is never shown again.</Notice>
      <CopyText text={secret} what="secret" />
      <Text size="sm">
        {previousUntil
          ? `Give it to your system before ${moment(previousUntil, store.timezone)}. Until then calls carry a signature of the old secret and one of the new.`
          : "The old secret has ended. Your system must check calls with this one from now on."}
      </Text>
      <Group justify="end">
        <Button onClick={done} autoFocus>
          I have copied it
        </Button>
      </Group>
    </Stack>
  );
}
