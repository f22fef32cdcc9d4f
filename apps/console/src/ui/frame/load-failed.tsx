"use client";

import { Button, Group } from "@mantine/core";
import { Notice } from "./notice.tsx";
import { texts } from "./texts.ts";

/** Explains a failed load and offers a retry. */
export function LoadFailed({ message, retry }: { message: string; retry: () => void }) {
  return (
    <Notice tone="error">
      <Group justify="space-between">
        {message}
        <Button size="xs" variant="default" onClick={retry}>
          {texts.tryAgain}
        </Button>
      </Group>
    </Notice>
  );
}
