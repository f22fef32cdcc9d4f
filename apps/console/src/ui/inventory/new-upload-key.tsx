"use client";

import type { SourceRecord } from "@highstreet/router/features/inventory/source.schema.ts";
import { useEffect } from "react";
import { BusyButton } from "../frame/busy-button.tsx";
import { openDialog } from "../frame/dialogs.ts";
import { showToast } from "../frame/toasts.ts";
import { texts } from "./texts.ts";
import { useConnect } from "./use-connect.tsx";

const words = texts.key;

/** Creates a new upload key, after a warning that the old key stops working. */
export function NewUploadKey({ source: { provider, parameters } }: { source: SourceRecord }) {
  const { connect, isPending, error } = useConnect();
  useEffect(() => {
    if (error) showToast({ isError: true, title: words.failed, message: error.message });
  }, [error]);
  const ask = () =>
    openDialog({
      title: words.title,
      content: words.text,
      question: {
        confirm: words.make,
        cancel: words.keep,
        onConfirm: () =>
          connect({ provider: provider?.id ?? "csv-upload", parameters } as Parameters<typeof connect>[0]),
      },
    });
  return (
    <BusyButton variant="default" isBusy={isPending} onClick={ask}>
      {words.button}
    </BusyButton>
  );
}
