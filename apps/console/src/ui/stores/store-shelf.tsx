"use client";

import { type ChannelId, channelIds } from "@highstreet/router/core/channels/channel.schema.ts";
import type { SafetyStock } from "@highstreet/router/core/stores/shelf.schema.ts";
import type { Store } from "@highstreet/router/core/stores/stores.schema.ts";
import { Checkbox, Group, Modal, NumberInput, Skeleton, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { channelName } from "../edits/product-words.ts";
import { formErrors } from "../parts/field-errors.ts";
import { Form, FormButtons } from "../parts/form.tsx";
import { fieldTime, localDate, moment, timeOfField } from "../parts/formats.ts";
import { LoadFailed, Notice } from "../parts/notice.tsx";
import { showToast } from "../parts/toasts.tsx";
import { type CallError, useTRPC, useTRPCClient } from "../parts/trpc.ts";
import { Plan, useRefreshRules } from "../rules/planned-form.tsx";
import { useShop } from "../shell/shop-context.tsx";
import { texts } from "./texts.ts";

export type ShelfPart = "pause" | "safetyStock";

interface StoreShelfProps {
  store: { id: string; name: string };
  part: ShelfPart | undefined;
  close: () => void;
}

/** Pauses a store or some of its channels, or sets its safety stock. */
export function StoreShelf({ store, part, close }: StoreShelfProps) {
  return (
    <Modal opened={part !== undefined} onClose={close} title={part && texts[part].title(store.name)} size="lg">
      {part && <LoadedForm storeId={store.id} part={part} close={close} />}
    </Modal>
  );
}

function LoadedForm({ storeId, part, close }: { storeId: string; part: ShelfPart; close: () => void }) {
  const trpc = useTRPC();
  const { retailerId } = useShop();
  const { data, error, refetch } = useQuery(
    trpc.stores.get.queryOptions({ retailerId, storeId }, { gcTime: 0, staleTime: 0 }),
  );
  if (error) return <LoadFailed message={error.message} retry={() => void refetch()} />;
  if (!data) return <Skeleton height="12rem" />;
  return part === "pause" ? <PauseForm store={data} close={close} /> : <SafetyForm store={data} close={close} />;
}

/** The store of a form that is open. The page can load it again meanwhile, so the form keeps the first one. */
interface FormProps {
  store: Store;
  close: () => void;
}

/** Shows what a change would do, and makes it. */
function useShelf(storeId: string, body: object, isComplete: boolean, done: () => void) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const { retailerId } = useShop();
  const refresh = useRefreshRules();
  const send = (more: { onlyPlan?: true }) =>
    client.rules.changeShelf.mutate({ retailerId, storeId, ...more, body: body as never });
  const plan = useQuery({
    queryKey: [trpc.rules.changeShelf.mutationKey(), retailerId, storeId, body],
    queryFn: async () => (await send({ onlyPlan: true })).plan ?? null,
    enabled: isComplete,
    ...{ staleTime: 0, gcTime: 0, retry: false },
  });
  const saving = useMutation<unknown, CallError>({
    mutationFn: () => send({}),
    onSuccess: async () => {
      await refresh();
      done();
    },
  });
  return { plan, saving, error: saving.error ?? (plan.error as CallError | null) };
}

/** The next morning, as a field has it. */
const tomorrow = (timeZone: string): string => `${localDate(Date.now() + 24 * 3_600_000, timeZone)}T09:00`;

function PauseForm({ store, close }: FormProps) {
  const { pause, timezone } = store;
  const [until, setUntil] = useState(() => (pause ? fieldTime(Date.parse(pause.until), timezone) : tomorrow(timezone)));
  const [reason, setReason] = useState(pause?.reason ?? "");
  const [channels, setChannels] = useState<string[]>(pause?.channels ?? [...channelIds]);
  const body = {
    pause: {
      until: timeOfField(until, timezone),
      reason: reason.trim() || null,
      channels: channels.length === channelIds.length ? null : channels,
    },
  };
  const { plan, saving, error } = useShelf(store.id, body, until !== "" && channels.length > 0, () => {
    showToast({ message: texts.pause.done(store.name) });
    close();
  });
  const pointers = ["/pause/until", "/pause/reason", "/pause/channels"];
  const errors = formErrors(error, pointers);
  return (
    <Form
      noValidate
      submit={() => {
        if (!saving.isPending) saving.mutate();
      }}
    >
      <Text size="sm">{texts.pause.text}</Text>
      {pause && <Notice tone="info">{texts.pause.now(moment(pause.until, timezone))}</Notice>}
      <TextInput
        type="datetime-local"
        label={texts.pause.until}
        description={texts.pause.zone(timezone)}
        value={until}
        onChange={(event) => setUntil(event.currentTarget.value)}
        error={errors.at("/pause/until")}
        data-autofocus
        required
      />
      <Checkbox.Group
        label={texts.columns.channels}
        value={channels}
        onChange={setChannels}
        error={errors.at("/pause/channels")}
      >
        <Group mt="xs">
          {channelIds.map((channel: ChannelId) => (
            <Checkbox key={channel} value={channel} label={channelName(channel)} />
          ))}
        </Group>
      </Checkbox.Group>
      <TextInput
        label={texts.pause.reason}
        description={texts.pause.reasonHelp}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={errors.at("/pause/reason")}
      />
      {error && errors.rest && <Notice tone="error">{errors.rest}</Notice>}
      {!plan.error && channels.length > 0 && <Plan plan={plan.isFetching ? undefined : (plan.data ?? undefined)} />}
      <FormButtons
        submit={pause ? texts.pause.change : texts.pause.submit}
        isBusy={saving.isPending}
        disabled={channels.length === 0}
        cancel={close}
      />
    </Form>
  );
}

/** Ends the pause of a store by one press. */
export function useEndPause(store: { id: string; name: string }) {
  const client = useTRPCClient();
  const { retailerId } = useShop();
  const refresh = useRefreshRules();
  return useMutation<unknown, CallError>({
    mutationFn: () => client.rules.changeShelf.mutate({ retailerId, storeId: store.id, body: { pause: null } }),
    onError: ({ message }) => showToast({ isError: true, message }),
    onSuccess: async () => {
      await refresh();
      showToast({ message: texts.pause.ended(store.name) });
    },
  });
}

const fields = ["all", ...channelIds] as const;

function SafetyForm({ store, close }: FormProps) {
  const [values, setValues] = useState<Partial<Record<keyof SafetyStock, number | string>>>(store.safetyStock ?? {});
  const safetyStock = Object.fromEntries(
    fields.map((field) => [field, values[field] === undefined || values[field] === "" ? null : Number(values[field])]),
  );
  const { plan, saving, error } = useShelf(store.id, { safetyStock }, true, () => {
    showToast({ message: texts.saved(store.name) });
    close();
  });
  const errors = formErrors(
    error,
    fields.map((field) => `/safetyStock/${field}`),
  );
  return (
    <Form
      noValidate
      submit={() => {
        if (!saving.isPending) saving.mutate();
      }}
    >
      <Text size="sm">{texts.safetyStock.text}</Text>
      {fields.map((field) => (
        <NumberInput
          key={field}
          label={field === "all" ? texts.safetyStock.all : channelName(field)}
          placeholder={field === "all" ? "0" : String(values.all || 0)}
          min={0}
          allowDecimal={false}
          value={values[field] ?? ""}
          onChange={(value) => setValues({ ...values, [field]: value })}
          error={errors.at(`/safetyStock/${field}`)}
          {...(field === "all" && { "data-autofocus": true })}
        />
      ))}
      {error && errors.rest && <Notice tone="error">{errors.rest}</Notice>}
      {!plan.error && <Plan plan={plan.isFetching ? undefined : (plan.data ?? undefined)} />}
      <FormButtons isBusy={saving.isPending} cancel={close} />
    </Form>
  );
}
