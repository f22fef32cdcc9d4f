"use client";

import type { SourceRecord } from "@highstreet/router/features/inventory/source.schema.ts";
import { Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { notifications } from "@mantine/notifications";
import { useEffect } from "react";
import { BusyButton } from "../frame/busy-button.tsx";
import { useConnect } from "./use-connect.tsx";

/** Creates a new upload key, after a warning that the old key stops working. */
export function NewUploadKey({ source: { provider, parameters } }: { source: SourceRecord }) {
  const { connect, isPending, error } = useConnect();
  useEffect(() => {
    if (error) notifications.show({ color: "red", title: "No new key was made", message: error.message });
  }, [error]);
  const ask = () =>
    modals.openConfirmModal({
      title: "Make a new upload key?",
      children: (
        <Text size="sm">
          The current key stops working at once. Every till or computer that uses it needs the new key.
        </Text>
      ),
      labels: { confirm: "Make a new key", cancel: "Keep the key" },
      onConfirm: () => connect({ provider: provider?.id ?? "csv-upload", parameters } as Parameters<typeof connect>[0]),
    });
  return (
    <BusyButton variant="default" isBusy={isPending} onClick={ask}>
      New upload key
    </BusyButton>
  );
}
