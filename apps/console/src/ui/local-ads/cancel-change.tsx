"use client";

import type { ChannelRecord } from "@highstreet/router/core/channels/channel.schema.ts";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { useRefresh } from "../channels/use-refresh.ts";
import { useTRPC } from "../frame/trpc.ts";
import { useShop } from "../shell/shop-context.tsx";
import { WriteButton } from "../webhooks/write-button.tsx";

interface CancelChangeProps {
  record: ChannelRecord;
  /** Then, as this button goes. */
  cancelled: () => void;
}

/** Takes back the change of budget that waits for midnight; nothing while none does. */
export function CancelChange({ record: { upcomingChange }, cancelled }: CancelChangeProps) {
  const trpc = useTRPC();
  const refresh = useRefresh();
  const { ids } = useShop();
  const isEnd = upcomingChange?.dailyBudget === 0;
  const cancelling = useMutation(
    trpc.localAds.cancelChange.mutationOptions({
      onSuccess: async () => {
        await refresh();
        notifications.show({ message: isEnd ? "The ads go on." : "The change was taken back." });
        cancelled();
      },
      onError: ({ message }) => notifications.show({ color: "red", title: "The change was not taken back", message }),
    }),
  );
  // What is due can no longer be taken back.
  if (!upcomingChange || Date.parse(upcomingChange.activates) <= Date.now()) return null;
  return (
    <WriteButton variant="default" loading={cancelling.isPending} onClick={() => cancelling.mutate(ids)}>
      {isEnd ? "Keep the ads" : "Cancel this change"}
    </WriteButton>
  );
}
