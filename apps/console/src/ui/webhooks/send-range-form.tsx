"use client";

import { deliveryStatuses } from "@highstreet/router/features/webhooks/deliveries.schema.ts";
import { Button, Group, NumberInput, Select, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formErrors } from "../frame/field-errors.ts";
import { count } from "../frame/formats.ts";
import { Notice } from "../frame/notice.tsx";
import { useTRPC } from "../frame/trpc.ts";
import { useStore } from "../shell/store-context.tsx";
import { statusWords } from "./delivery-words.ts";

const statuses = deliveryStatuses.map((value) => ({ value, label: statusWords[value] }));

interface Range {
  from: number | string;
  to: number | string;
  status: (typeof deliveryStatuses)[number] | null;
}

/** Sends a range of deliveries again. A dry run counts them first. */
export function SendRangeForm({ done }: { done: () => void }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { ids } = useStore();
  const [range, setRange] = useState<Range>({ from: 1, to: "", status: "failed" });
  const counting = useMutation(trpc.rehearsals.redeliverRange.mutationOptions());
  const sending = useMutation(
    trpc.webhooks.redeliverRange.mutationOptions({
      onSuccess: ({ queued }) => {
        notifications.show({ message: `${count(queued, "delivery is", "deliveries are")} sent again.` });
        done();
        return queries.invalidateQueries(trpc.webhooks.pathFilter());
      },
    }),
  );
  const change = (changes: Partial<Range>) => {
    setRange({ ...range, ...changes });
    // The count belongs to another range.
    counting.reset();
    sending.reset();
  };
  const input = {
    ...ids,
    body: {
      from: Number(range.from),
      to: range.to === "" ? undefined : Number(range.to),
      status: range.status ?? undefined,
    },
  };
  const errors = formErrors(counting.error ?? sending.error, ["/from", "/to"]);
  const counted = counting.data;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        counting.mutate(input);
      }}
    >
      <Stack>
        <Text size="sm">
          Of each item only the newest delivery is sent, because an older state is wrong by now. Delivered events in the
          range are sent again, too.
        </Text>
        <Group grow align="start">
          <NumberInput
            label="From sequence"
            required
            data-autofocus
            hideControls
            allowNegative={false}
            allowDecimal={false}
            value={range.from}
            onChange={(from) => change({ from })}
            error={errors.at("/from")}
          />
          <NumberInput
            label="To sequence"
            placeholder="The newest"
            hideControls
            allowNegative={false}
            allowDecimal={false}
            value={range.to}
            onChange={(to) => change({ to })}
            error={errors.at("/to")}
          />
        </Group>
        <Select
          label="In state"
          placeholder="Any state"
          data={statuses}
          clearable
          clearButtonProps={{ "aria-label": "Any state" }}
          value={range.status}
          onChange={(value) => change({ status: deliveryStatuses.find((one) => one === value) ?? null })}
        />
        {errors.rest && <Notice tone="error">{errors.rest}</Notice>}
        <div role="status">
          {counted && (
            <Notice tone="info">
              <Text size="sm" fw={600}>
                {counted.queued === 0
                  ? "Nothing would be sent."
                  : `${count(counted.queued, "delivery", "deliveries")} would be sent again.`}
              </Text>
              {counted.superseded > 0 &&
                `${count(counted.superseded, "is", "are")} left out, because a newer update of the same item exists.`}
            </Notice>
          )}
        </div>
        <Group gap="sm">
          {counted && counted.queued > 0 ? (
            <Button loading={sending.isPending} onClick={() => sending.mutate(input)}>
              Send {count(counted.queued, "delivery", "deliveries")} again
            </Button>
          ) : (
            <Button type="submit" loading={counting.isPending}>
              Count them
            </Button>
          )}
          <Button variant="subtle" color="gray" onClick={done}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
