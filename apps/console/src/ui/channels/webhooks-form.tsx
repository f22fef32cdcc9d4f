"use client";

import { Switch, TextInput } from "@mantine/core";
import { useState } from "react";
import { ChannelForm, type ChannelFormProps } from "./channel-form.tsx";
import { textOf } from "./parameters.ts";
import { SecretField } from "./secret-field.tsx";
import { texts } from "./texts.ts";
import { useEnableChannel } from "./use-enable-channel.ts";

const at = { webhookUrl: "/parameters/webhookUrl", secret: "/parameters/secret" };

/** The form for the endpoint of stock updates and its secret. */
export function WebhooksForm({ record, done }: ChannelFormProps) {
  const { enable, change, isPending, errors } = useEnableChannel(Object.values(at), done);
  const [secret, setSecret] = useState("");
  return (
    <ChannelForm
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
        error={errors.at(at.webhookUrl)}
      />
      {!record && <SecretField secret={secret} setSecret={setSecret} error={errors.at(at.secret)} />}
      <Switch
        name="enhancedProductData"
        label={texts.webhooks.data}
        description={texts.webhooks.dataHint}
        defaultChecked={record?.parameters.enhancedProductData === true}
      />
    </ChannelForm>
  );
}
