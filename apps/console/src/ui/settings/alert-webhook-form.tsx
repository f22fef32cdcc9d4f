"use client";

import type { AlertCall, Alerts } from "@highstreet/router/features/alerts/alerts.schema.ts";
import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { BusyButton } from "../frame/busy-button.tsx";
import { CopyBlock } from "../frame/copy-block.tsx";
import { openDialog } from "../frame/dialogs.ts";
import { formErrors } from "../frame/field-errors.ts";
import { moment } from "../frame/formats.ts";
import { Notice } from "../frame/notice.tsx";
import { Panel } from "../frame/panel.tsx";
import badge from "../frame/state-badge.module.css";
import { showToast } from "../frame/toasts.ts";
import { useTRPC } from "../frame/trpc.ts";
import { useShop } from "../shell/shop-context.tsx";
import { answerWords } from "../webhooks/delivery-words.ts";
import { texts } from "./texts.ts";

/** The address that gets the alerts of the shop, with its last call. */
export function AlertWebhookForm({ alerts: { webhook, timezone } }: { alerts: Alerts }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { retailerId } = useShop();
  const [secret, setSecret] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const refresh = () => queries.invalidateQueries(trpc.alerts.pathFilter());
  const saving = useMutation(
    trpc.alerts.saveWebhook.mutationOptions({
      onSuccess: (made, { url }) => {
        if (made.secret !== null) return setSecret(made.secret);
        showToast({ message: url === null ? texts.removed : texts.saved });
      },
      onSettled: refresh,
    }),
  );
  const testing = useMutation(trpc.alerts.testWebhook.mutationOptions({ onSettled: refresh }));
  const errors = formErrors(saving.error, ["/url"]);
  const remove = () => {
    saving.mutate({ retailerId, url: null });
    // The button disappears with the address.
    field.current?.focus();
    if (field.current) field.current.value = "";
  };
  const askToRemove = () =>
    openDialog({
      title: texts.removeTitle,
      content: texts.removeText,
      question: { confirm: texts.remove, cancel: texts.cancel, isRemoval: true, onConfirm: remove },
    });
  return (
    <Panel title={texts.hook} text={texts.hookText}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate({ retailerId, url: String(new FormData(event.currentTarget).get("url")).trim() });
        }}
      >
        <Stack>
          <TextInput
            ref={field}
            name="url"
            type="url"
            maw={420}
            label={texts.address}
            description={texts.addressText}
            placeholder={texts.addressExample}
            required
            defaultValue={webhook?.url}
            error={errors.at("/url")}
          />
          {errors.rest && <Notice tone="error">{errors.rest}</Notice>}
          <Group gap="sm">
            <BusyButton type="submit" isBusy={saving.isPending}>
              {texts.save}
            </BusyButton>
            {webhook && (
              <>
                <BusyButton variant="default" isBusy={testing.isPending} onClick={() => testing.mutate({ retailerId })}>
                  {texts.test}
                </BusyButton>
                <Button variant="subtle" color="red" c="var(--mantine-color-error)" onClick={askToRemove}>
                  {texts.remove}
                </Button>
              </>
            )}
          </Group>
        </Stack>
      </form>
      <div role="status">
        {testing.error && <Notice tone="error">{testing.error.message}</Notice>}
        {webhook?.lastCall && <LastCall call={webhook.lastCall} timezone={timezone} />}
      </div>
      <Modal
        opened={secret !== undefined}
        onClose={() => setSecret(undefined)}
        title={texts.secret}
        size="lg"
        closeOnClickOutside={false}
        closeOnEscape={false}
      >
        <Stack>
          <Text size="sm">{texts.secretText}</Text>
          <CopyBlock text={secret ?? ""} label={texts.copySecret} />
          <Group justify="end">
            <Button onClick={() => setSecret(undefined)} data-autofocus>
              {texts.copied}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </Panel>
  );
}

function LastCall({ call, timezone }: { call: AlertCall; timezone: string }) {
  const { at, ok, status, answer } = call;
  const time = moment(at, timezone);
  return (
    <Group gap="xs">
      <span className={badge.badge} data-tone={ok ? "delivered" : "failed"}>
        {ok ? texts.accepted : texts.failed}
      </span>
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {texts.lastCall(answerWords(status, answer), time)}
      </Text>
    </Group>
  );
}
