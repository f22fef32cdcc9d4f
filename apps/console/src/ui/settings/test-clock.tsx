"use client";

import { Group, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { BusyButton } from "../parts/form.tsx";
import { moment } from "../parts/formats.ts";
import { LoadFailed } from "../parts/notice.tsx";
import { Panel } from "../parts/panel.tsx";
import { showToast } from "../parts/toasts.tsx";
import { useTRPC } from "../parts/trpc.ts";
import { useShop, useTimeZone } from "../shell/shop-context.tsx";
import { texts } from "./texts.ts";

/** The test clock of a test shop. */
export function TestClockPanel() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const timeZone = useTimeZone();
  const { retailerId, may } = useShop();
  const { data: clock, error, refetch } = useQuery(trpc.testClock.get.queryOptions({ retailerId }));
  const moving = useMutation(
    trpc.testClock.move.mutationOptions({
      onError: ({ message }) => showToast({ isError: true, message }),
      onSettled: () => queries.invalidateQueries(),
    }),
  );
  return (
    <Panel title={texts.clock} text={texts.clockText}>
      {error && <LoadFailed message={error.message} retry={() => void refetch()} />}
      {clock && (
        <Group gap="sm">
          <Text size="sm" role="status">
            {moment(clock.now, timeZone)}
          </Text>
          {may("testClock.move") &&
            Object.entries(texts.clockMoves).map(([seconds, label]) => (
              <BusyButton
                key={seconds}
                variant="default"
                isBusy={moving.isPending && moving.variables.body.aheadSeconds === clock.aheadSeconds + Number(seconds)}
                onClick={() =>
                  moving.mutate({ retailerId, body: { aheadSeconds: clock.aheadSeconds + Number(seconds) } })
                }
              >
                {label}
              </BusyButton>
            ))}
        </Group>
      )}
    </Panel>
  );
}
