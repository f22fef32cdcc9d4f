"use client";

import type { ChannelRecord } from "@highstreet/router/core/channels/channel.schema.ts";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { useRefresh } from "../channels/use-refresh.ts";
import { useTRPC } from "../frame/trpc.ts";
import { useStore } from "../shell/store-context.tsx";
import { WriteButton } from "../webhooks/write-button.tsx";
import { texts } from "./texts.ts";

interface CancelChangeProps {
  record: ChannelRecord;
  /** Called after the cancellation, because this button disappears. */
  cancelled: () => void;
}

/** Cancels the upcoming budget change; nothing without one. */
export function CancelChange({ record: { upcomingChange }, cancelled }: CancelChangeProps) {
  const trpc = useTRPC();
  const refresh = useRefresh();
  const { ids } = useStore();
  const isEnd = upcomingChange?.dailyBudget === 0;
  const cancelling = useMutation(
    trpc.localAds.cancelChange.mutationOptions({
      onSuccess: async () => {
        await refresh();
        notifications.show({ message: isEnd ? texts.cancel.adsKept : texts.cancel.done });
        cancelled();
      },
      onError: ({ message }) => notifications.show({ color: "red", title: texts.cancel.failed, message }),
    }),
  );
  // A due change can no longer be cancelled.
  if (!upcomingChange || Date.parse(upcomingChange.activates) <= Date.now()) return null;
  return (
    <WriteButton variant="default" isBusy={cancelling.isPending} onClick={() => cancelling.mutate(ids)}>
      {isEnd ? texts.cancel.keepAds : texts.cancel.change}
    </WriteButton>
  );
}
