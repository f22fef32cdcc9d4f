"use client";

import { Button, Group } from "@mantine/core";
import { Notice } from "./notice.tsx";

/** Says why something could not be loaded, and offers to try again. */
export function LoadFailed({ message, retry }: { message: string; retry: () => void }) {
  return (
    <Notice tone="error">
      <Group justify="space-between">
        {message}
        <Button size="xs" variant="default" onClick={retry}>
          Try again
        </Button>
      </Group>
    </Notice>
  );
}
