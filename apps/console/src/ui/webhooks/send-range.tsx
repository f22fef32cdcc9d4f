"use client";

import { deliveryStatuses, type Redelivered } from "@highstreet/router/features/webhooks/webhooks.schema.ts";
import { Button, Group, Modal, Select, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { WriteButton } from "../channel/channel.tsx";
import { formErrors } from "../parts/field-errors.ts";
import { BusyButton, Form } from "../parts/form.tsx";
import { count, fieldTime, timeOfField } from "../parts/formats.ts";
import { Notice } from "../parts/notice.tsx";
import { showToast } from "../parts/toasts.tsx";
import type { CallError } from "../parts/trpc.ts";
import { useChosenStore, useTimeZone } from "../shell/shop-context.tsx";
import { type Range, useReceiver } from "./receiver.tsx";
import { texts } from "./texts.ts";

export function SendRange() {
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <WriteButton variant="default" size="xs" onClick={dialog.open}>
        {texts.resend.button}
      </WriteButton>
      <Modal opened={isOpen} onClose={dialog.close} title={texts.resend.button} size="lg">
        <SendRangeForm done={dialog.close} />
      </Modal>
    </>
  );
}

const statuses = deliveryStatuses.map((value) => ({ value, label: texts.statuses[value] }));

const deliveries = (number: number) => count(number, "delivery");

const DAY = 86_400_000;

/** Sends the deliveries since a time again. A dry run counts them first. */
function SendRangeForm({ done }: { done: () => void }) {
  const timeZone = useTimeZone();
  const store = useChosenStore();
  const { isEndpoint, countRange, redeliverRange, reload } = useReceiver();
  const [range, setRange] = useState<Range>({ since: fieldTime(Date.now() - DAY, timeZone), status: "failed" });
  const counting = useMutation<Redelivered, CallError, Range>({ mutationFn: countRange });
  const sending = useMutation<Redelivered, CallError, Range>({
    mutationFn: redeliverRange,
    onSuccess: ({ queued }) => {
      showToast({ message: texts.resend.sent(count(queued, "isDelivery")) });
      done();
      return reload();
    },
  });
  const change = (changes: Partial<Range>) => {
    setRange({ ...range, ...changes });
    // The count belongs to another range.
    counting.reset();
    sending.reset();
  };
  const input = { ...range, since: timeOfField(range.since, timeZone) };
  const errors = formErrors(counting.error ?? sending.error, ["/since"]);
  const counted = counting.data;
  return (
    <Form noValidate submit={() => counting.mutate(input)}>
      <Text size="sm">
        {texts.resend.text} {isEndpoint && (store ? texts.resend.inStore(store.name) : texts.resend.inAllStores)}
      </Text>
      <TextInput
        type="datetime-local"
        label={texts.resend.since}
        description={texts.resend.sinceHelp(timeZone)}
        required
        data-autofocus
        value={range.since}
        onChange={(event) => change({ since: event.currentTarget.value })}
        error={errors.at("/since") && texts.resend.chooseTime}
      />
      <Select
        label={texts.list.status}
        placeholder={texts.list.anyStatus}
        data={statuses}
        description={isEndpoint && texts.resend.neverSent}
        clearable
        clearButtonProps={{ "aria-label": texts.list.anyStatus }}
        value={range.status ?? null}
        onChange={(value) => change({ status: deliveryStatuses.find((one) => one === value) })}
      />
      {errors.rest && <Notice tone="error">{errors.rest}</Notice>}
      <div role="status">
        {counted && (
          <Notice tone="info">
            <Text size="sm" fw={600}>
              {counted.queued === 0 ? texts.resend.nothing : texts.resend.would(deliveries(counted.queued))}
            </Text>
            {counted.superseded > 0 && texts.resend.leftOut(count(counted.superseded, "is"))}
            {counted.queued === 0 && range.status === "failed" && texts.resend.nothingFailed}
          </Notice>
        )}
      </div>
      <Group gap="sm">
        {counted && counted.queued > 0 ? (
          <BusyButton key="send" isBusy={sending.isPending} onClick={() => sending.mutate(input)}>
            {texts.resend.send(deliveries(counted.queued))}
          </BusyButton>
        ) : (
          <BusyButton key="preview" type="submit" isBusy={counting.isPending}>
            {texts.resend.preview}
          </BusyButton>
        )}
        <Button variant="subtle" color="gray" onClick={done}>
          {texts.resend.cancel}
        </Button>
      </Group>
    </Form>
  );
}
