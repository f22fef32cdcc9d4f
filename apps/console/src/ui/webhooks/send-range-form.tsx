"use client";

import { deliveryStatuses } from "@highstreet/router/features/webhooks/deliveries.schema.ts";
import { Button, Group, Select, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { BusyButton } from "../frame/busy-button.tsx";
import { formErrors } from "../frame/field-errors.ts";
import { count, fieldTime, timeOfField } from "../frame/formats.ts";
import { Notice } from "../frame/notice.tsx";
import { showToast } from "../frame/toasts.ts";
import { useTRPC } from "../frame/trpc.ts";
import { useStore } from "../shell/store-context.tsx";
import { texts } from "./texts.ts";

const statuses = deliveryStatuses.map((value) => ({ value, label: texts.statuses[value] }));

const words = texts.resend;
const deliveries = (number: number) => count(number, "delivery");

const DAY = 86_400_000;

interface Range {
  /** The value of the field. */
  since: string;
  status: (typeof deliveryStatuses)[number] | null;
}

/** Sends the deliveries since a time again. A dry run counts them first. */
export function SendRangeForm({ done }: { done: () => void }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { ids, store } = useStore();
  const [range, setRange] = useState<Range>({ since: fieldTime(Date.now() - DAY, store.timezone), status: "failed" });
  const counting = useMutation(trpc.rehearsals.redeliverRange.mutationOptions());
  const sending = useMutation(
    trpc.webhooks.redeliverRange.mutationOptions({
      onSuccess: ({ queued }) => {
        showToast({ message: words.sent(count(queued, "isDelivery")) });
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
    body: { since: timeOfField(range.since, store.timezone), status: range.status ?? undefined },
  };
  const errors = formErrors(counting.error ?? sending.error, ["/since"]);
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
        <Text size="sm">{words.text}</Text>
        <TextInput
          type="datetime-local"
          label={words.since}
          description={words.sinceHelp(store.timezone)}
          required
          data-autofocus
          value={range.since}
          onChange={(event) => change({ since: event.currentTarget.value })}
          error={errors.at("/since") && words.chooseTime}
        />
        <Select
          label={texts.list.status}
          placeholder={texts.list.anyStatus}
          data={statuses}
          clearable
          clearButtonProps={{ "aria-label": texts.list.anyStatus }}
          value={range.status}
          onChange={(value) => change({ status: deliveryStatuses.find((one) => one === value) ?? null })}
        />
        {errors.rest && <Notice tone="error">{errors.rest}</Notice>}
        <div role="status">
          {counted && (
            <Notice tone="info">
              <Text size="sm" fw={600}>
                {counted.queued === 0 ? words.nothing : words.would(deliveries(counted.queued))}
              </Text>
              {counted.superseded > 0 && words.leftOut(count(counted.superseded, "is"))}
              {counted.queued === 0 && range.status === "failed" && words.nothingFailed}
            </Notice>
          )}
        </div>
        <Group gap="sm">
          {counted && counted.queued > 0 ? (
            <BusyButton key="send" isBusy={sending.isPending} onClick={() => sending.mutate(input)}>
              {words.send(deliveries(counted.queued))}
            </BusyButton>
          ) : (
            <BusyButton key="preview" type="submit" isBusy={counting.isPending}>
              {words.preview}
            </BusyButton>
          )}
          <Button variant="subtle" color="gray" onClick={done}>
            {words.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
