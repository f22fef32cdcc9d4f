"use client";

import {
  type CreateEndpoint,
  type Endpoint,
  endpointActions,
  type NewEndpoint,
} from "@highstreet/router/features/endpoints/endpoints.schema.ts";
import { Checkbox, Input, NativeSelect, NumberInput, Stack, Switch, Textarea, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { ChannelForm } from "../channel/channel.tsx";
import { texts as channels } from "../channels/texts.ts";
import { formErrors } from "../parts/field-errors.ts";
import { useEndpoints, useReceiver } from "../webhooks/receiver.tsx";
import { texts } from "./texts.ts";

const words = texts.form;
const address = channels.webhooks;
const fields = [
  "/url",
  "/description",
  "/actions",
  "/filter/categories",
  "/timeoutSeconds",
  "/callsPerSecond",
  "/batchSize",
];
const schedules = ["short", "days"] as const;
const signatures = ["hmac", "ed25519"] as const;

const textIn = (form: FormData, name: string): string => String(form.get(name) ?? "").trim();

/** One on each line. null: none. */
function categoriesIn(form: FormData): string[] | null {
  const lines = textIn(form, "categories")
    .split("\n")
    .filter((line) => line.trim());
  return lines.length ? lines : null;
}

const bodyOf = (form: FormData): CreateEndpoint => ({
  url: textIn(form, "url"),
  description: textIn(form, "description") || null,
  actions: endpointActions.filter((action) => form.has(action)),
  filter: { categories: categoriesIn(form) },
  enhancedProductData: form.has("enhancedProductData"),
  signature: signatures.find((one) => one === form.get("signature")),
  retries: schedules.find((one) => one === form.get("retries")),
  timeoutSeconds: Number(textIn(form, "timeoutSeconds")),
  batchSize: Number(textIn(form, "batchSize")),
  callsPerSecond: textIn(form, "callsPerSecond") ? Number(textIn(form, "callsPerSecond")) : null,
});

interface EndpointFormProps {
  /** Undefined: a new one. */
  endpoint?: Endpoint;
  made?: (endpoint: NewEndpoint) => void;
  /** Closes the form. */
  done: () => void;
}

export function EndpointForm({ endpoint, made, done }: EndpointFormProps) {
  const { api, owner } = useEndpoints();
  const { reload } = useReceiver();
  const creating = useMutation(
    api.create.mutationOptions({
      onSuccess: (endpoint) => {
        made?.(endpoint);
        return reload();
      },
    }),
  );
  const changing = useMutation(
    api.update.mutationOptions({
      onSuccess: async () => {
        await reload();
        done();
      },
    }),
  );
  const save = (form: FormData) => {
    const body = bodyOf(form);
    if (endpoint) changing.mutate({ ...owner, endpointId: endpoint.id, body });
    else creating.mutate({ ...owner, body });
  };
  const errors = formErrors(changing.error ?? creating.error, fields);
  return (
    <ChannelForm
      draft={`endpoint ${endpoint?.id ?? ""}`}
      isPending={creating.isPending || changing.isPending}
      error={errors.rest}
      cancel={done}
      submit={save}
    >
      <TextInput
        name="url"
        type="url"
        label={address.address}
        description={address.addressHint}
        placeholder={address.addressExample}
        required
        data-autofocus
        defaultValue={endpoint?.url}
        error={errors.at("/url")}
      />
      <TextInput
        name="description"
        label={words.description}
        description={words.descriptionHint}
        maxLength={200}
        defaultValue={endpoint?.description ?? ""}
        error={errors.at("/description")}
      />
      <Input.Wrapper labelElement="div" label={words.actions} error={errors.at("/actions")}>
        <Stack gap="xs" mt={6} role="group" aria-label={words.actions}>
          {endpointActions.map((action) => (
            <Checkbox
              key={action}
              name={action}
              label={words.actionTexts[action]}
              description={action}
              defaultChecked={endpoint?.actions.includes(action) ?? true}
            />
          ))}
        </Stack>
      </Input.Wrapper>
      <Textarea
        name="categories"
        label={words.categories}
        description={words.categoriesHint}
        autosize
        minRows={2}
        maxRows={8}
        defaultValue={endpoint?.filter.categories?.join("\n") ?? ""}
        error={errors.at("/filter/categories")}
      />
      <Switch
        name="enhancedProductData"
        label={address.data}
        description={address.dataHint}
        defaultChecked={endpoint?.enhancedProductData ?? false}
      />
      {!endpoint && (
        <NativeSelect
          name="signature"
          label={words.signature}
          description={words.signatureHint}
          data={signatures.map((value) => ({ value, label: words.signatures[value] }))}
        />
      )}
      <NativeSelect
        name="retries"
        label={words.retries}
        defaultValue={endpoint?.retries ?? "short"}
        data={schedules.map((value) => ({ value, label: words.retriesTexts[value] }))}
      />
      <NumberInput
        name="timeoutSeconds"
        label={words.timeout}
        hideControls
        defaultValue={endpoint?.timeoutSeconds ?? 10}
        error={errors.at("/timeoutSeconds")}
      />
      <NumberInput
        name="callsPerSecond"
        label={words.rate}
        description={words.rateHint}
        hideControls
        defaultValue={endpoint?.callsPerSecond ?? ""}
        error={errors.at("/callsPerSecond")}
      />
      <NumberInput
        name="batchSize"
        label={words.batch}
        description={words.batchHint}
        hideControls
        defaultValue={endpoint?.batchSize ?? 1}
        error={errors.at("/batchSize")}
      />
    </ChannelForm>
  );
}
