"use client";

import { ActionIcon, Button, CopyButton, Group, Switch, TextInput, Tooltip } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useState } from "react";
import { ChannelForm, type ChannelFormProps } from "./channel-form.tsx";
import { newSecret } from "./new-secret.ts";
import { textOf } from "./parameters.ts";
import { useEnableChannel } from "./use-enable-channel.ts";

const at = { webhookUrl: "/parameters/webhookUrl", secret: "/parameters/secret" };

/** Where stock updates are sent, and how they are signed. */
export function WebhooksForm({ record, done }: ChannelFormProps) {
  const { enable, isPending, errors } = useEnableChannel(Object.values(at), done);
  const [secret, setSecret] = useState("");
  return (
    <ChannelForm
      isPending={isPending}
      error={errors.rest}
      cancel={done}
      submit={(fields) => {
        const parameters = {
          webhookUrl: String(fields.get("webhookUrl")).trim(),
          secret,
          enhancedProductData: fields.has("enhancedProductData"),
        };
        enable({ type: "webhooks", parameters });
      }}
    >
      <TextInput
        name="webhookUrl"
        type="url"
        label="Address"
        description="An HTTPS address of your system; it is called with POST."
        placeholder="https://example.com/stock"
        required
        autoFocus
        defaultValue={textOf(record, "webhookUrl")}
        error={errors.at(at.webhookUrl)}
      />
      <Group gap="xs" align="end" wrap="nowrap">
        <TextInput
          flex={1}
          label="Signing secret"
          description="Your system checks the signature with it. Copy it now: it is never shown again."
          required
          autoComplete="off"
          spellCheck={false}
          value={secret}
          onChange={(event) => setSecret(event.currentTarget.value)}
          error={errors.at(at.secret)}
          rightSection={
            secret && (
              <CopyButton value={secret}>
                {({ copied, copy }) => (
                  <Tooltip label={copied ? "Copied" : "Copy"}>
                    <ActionIcon variant="subtle" color="gray" onClick={copy} aria-label="Copy the secret">
                      {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                    </ActionIcon>
                  </Tooltip>
                )}
              </CopyButton>
            )
          }
        />
      </Group>
      <div>
        <Button variant="default" size="xs" onClick={() => setSecret(newSecret())}>
          Generate a secret
        </Button>
      </div>
      <Switch
        name="enhancedProductData"
        label="Send product data along"
        description="Title, brand, pictures and more, where known. It may cost extra, depending on the contract."
        defaultChecked={record?.parameters.enhancedProductData === true}
      />
    </ChannelForm>
  );
}
