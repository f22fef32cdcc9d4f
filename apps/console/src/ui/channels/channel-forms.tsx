"use client";

import type { ChannelRecord } from "@highstreet/router/core/channels/channel.schema.ts";
import type { EnableChannel } from "@highstreet/router/features/channels/channels.schema.ts";
import { locationIdOf } from "@highstreet/router/features/search/setup.schema.ts";
import { NumberInput, Switch, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { z } from "zod";
import { ChannelForm, type ChannelFormProps, textOf, useRefresh } from "../channel/channel.tsx";
import { SecretField } from "../channel/secret-field.tsx";
import { CostNote } from "../local-ads/overview.tsx";
import { formErrors } from "../parts/field-errors.ts";
import { Hint } from "../parts/hint.tsx";
import { showToast } from "../parts/toasts.tsx";
import { useTRPC } from "../parts/trpc.ts";
import { useStore } from "../shell/shop-context.tsx";
import { texts } from "./texts.ts";

type Body = z.input<typeof EnableChannel>["body"];
type Parameters = Record<string, unknown>;

/** @param fields JSON Pointers of the form's fields */
function useEnableChannel(fields: string[], done: () => void) {
  const trpc = useTRPC();
  const refresh = useRefresh();
  const { ids } = useStore();
  async function onSaved(channel: ChannelRecord, words: (channel: string) => string): Promise<void> {
    await refresh();
    // With warnings, the card shows the state. A success message would contradict it.
    if (channel.warnings.length === 0) showToast({ message: words(texts.names[channel.id]) });
    done();
  }
  const enabling = useMutation(
    trpc.channels.enable.mutationOptions({
      onSuccess: ({ channel, created }) => onSaved(channel, created ? texts.isSetUp : texts.isChanged),
    }),
  );
  const changing = useMutation(
    trpc.channels.update.mutationOptions({ onSuccess: (channel) => onSaved(channel, texts.isChanged) }),
  );
  return {
    enable: (body: Body) => enabling.mutate({ ...ids, body }),
    /** Changes some parameters and keeps the others. */
    change: (type: ChannelRecord["id"], parameters: Parameters) =>
      changing.mutate({ ...ids, type, body: { parameters } }),
    isPending: enabling.isPending || changing.isPending,
    errors: formErrors(changing.error ?? enabling.error, fields),
  };
}

const searchPointers = { locationId: "/parameters/locationId", storeCode: "/parameters/storeCode" };

export function SearchForm({ record, done }: ChannelFormProps) {
  const { ids } = useStore();
  const { enable, isPending, errors } = useEnableChannel(Object.values(searchPointers), done);
  return (
    <ChannelForm
      draft={`search ${ids.storeId}`}
      isPending={isPending}
      error={errors.rest}
      cancel={done}
      submit={(fields) => {
        const parameters = {
          locationId: locationIdOf(String(fields.get("locationId"))),
          storeCode: String(fields.get("storeCode")).trim() || null,
        };
        enable({ type: "search", parameters });
      }}
    >
      <TextInput
        name="locationId"
        label={texts.location.label}
        description={texts.location.hint}
        required
        autoFocus
        defaultValue={textOf(record, "locationId")}
        error={errors.at(searchPointers.locationId)}
      />
      <TextInput
        name="storeCode"
        label={texts.location.storeCode}
        description={texts.location.storeCodeHint}
        defaultValue={textOf(record, "storeCode")}
        error={errors.at(searchPointers.storeCode)}
      />
    </ChannelForm>
  );
}

const adsPointers = { dailyBudget: "/parameters/dailyBudget" };

export function LocalAdsForm({ record, done }: ChannelFormProps) {
  const { ids } = useStore();
  const { enable, isPending, errors } = useEnableChannel(Object.values(adsPointers), done);
  const budget = record?.upcomingChange?.dailyBudget || record?.dailyBudget || undefined;
  const [typed, setTyped] = useState(budget ?? 0);
  return (
    <ChannelForm
      draft={`local_ads ${ids.storeId}`}
      isPending={isPending}
      error={errors.rest}
      cancel={done}
      submit={() => enable({ type: "local_ads", parameters: { dailyBudget: typed } })}
    >
      <NumberInput
        label={texts.budget.label}
        description={texts.budget.hint}
        prefix="£"
        thousandSeparator=","
        hideControls
        required
        autoFocus
        defaultValue={budget?.toFixed(2)}
        onValueChange={({ floatValue }) => setTyped(floatValue ?? 0)}
        error={errors.at(adsPointers.dailyBudget)}
      />
      <Hint role="status" style={{ minHeight: "1.5em" }}>
        <CostNote budget={typed} />
      </Hint>
    </ChannelForm>
  );
}

const webhookPointers = { webhookUrl: "/parameters/webhookUrl", secret: "/parameters/secret" };

export function WebhooksForm({ record, done }: ChannelFormProps) {
  const { ids } = useStore();
  const { enable, change, isPending, errors } = useEnableChannel(Object.values(webhookPointers), done);
  const [secret, setSecret] = useState("");
  return (
    <ChannelForm
      draft={`webhooks ${ids.storeId}`}
      isPending={isPending}
      error={errors.rest}
      cancel={done}
      submit={(fields) => {
        const parameters = {
          webhookUrl: String(fields.get("webhookUrl")).trim(),
          enhancedProductData: fields.has("enhancedProductData"),
        };
        // A change keeps the secret, so that the receiver still knows it.
        if (record) change("webhooks", parameters);
        else enable({ type: "webhooks", parameters: { ...parameters, secret } });
      }}
    >
      <TextInput
        name="webhookUrl"
        type="url"
        label={texts.webhooks.address}
        description={texts.webhooks.addressHint}
        placeholder={texts.webhooks.addressExample}
        required
        autoFocus
        defaultValue={textOf(record, "webhookUrl")}
        error={errors.at(webhookPointers.webhookUrl)}
      />
      {!record && <SecretField secret={secret} setSecret={setSecret} error={errors.at(webhookPointers.secret)} />}
      <Switch
        name="enhancedProductData"
        label={texts.webhooks.data}
        description={texts.webhooks.dataHint}
        defaultChecked={record?.parameters.enhancedProductData === true}
      />
    </ChannelForm>
  );
}
