"use client";

import type { AlertKind, Alerts, Timing } from "@highstreet/router/features/alerts/alerts.schema.ts";
import { NativeSelect, SimpleGrid } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Notice } from "../frame/notice.tsx";
import { Panel } from "../frame/panel.tsx";
import { showToast } from "../frame/toasts.ts";
import { useTRPC } from "../frame/trpc.ts";
import { useShop } from "../shell/shop-context.tsx";
import { texts } from "./texts.ts";

const kinds = Object.keys(texts.alertKinds) as AlertKind[];
const timings = Object.entries(texts.timings).map(([value, label]) => ({ value, label }));

/** The alerts that the signed-in person gets from the shop. A choice is saved at once. */
export function AlertsPanel({ alerts }: { alerts: Alerts }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { retailerId } = useShop();
  const choosing = useMutation(
    trpc.alerts.choose.mutationOptions({
      // Each choice has all kinds, so choices are saved in order.
      scope: { id: "alerts" },
      onSuccess: () => showToast({ message: texts.saved }),
      onError: ({ message }) => showToast({ isError: true, message }),
      onSettled: () => queries.invalidateQueries(trpc.alerts.pathFilter()),
    }),
  );
  const shown = choosing.isPending ? choosing.variables.timings : alerts.timings;
  return (
    <Panel title={texts.alerts} text={texts.alertsText(alerts.email)}>
      {!alerts.canMail && <Notice tone="info">{texts.noMail}</Notice>}
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        {kinds.map((kind) => (
          <NativeSelect
            key={kind}
            label={texts.alertKinds[kind]}
            data={timings}
            value={shown[kind]}
            onChange={(event) => {
              const timing = event.currentTarget.value as Timing;
              choosing.mutate({ retailerId, timings: { ...shown, [kind]: timing } });
            }}
          />
        ))}
      </SimpleGrid>
    </Panel>
  );
}
