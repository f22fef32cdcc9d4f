"use client";

import type { AlertCall, Alerts } from "@highstreet/router/features/alerts/alerts.schema.ts";
import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { CopyBlock } from "../parts/copy.tsx";
import { openQuestion } from "../parts/dialogs.tsx";
import { formErrors } from "../parts/field-errors.ts";
import { BusyButton, FormButtons } from "../parts/form.tsx";
import { moment } from "../parts/formats.ts";
import { Notice } from "../parts/notice.tsx";
import { Panel } from "../parts/panel.tsx";
import badge from "../parts/state-badge.module.css";
import { showToast } from "../parts/toasts.tsx";
import { useTRPC } from "../parts/trpc.ts";
import { DraftForm } from "../shell/draft-form.tsx";
import { useShop } from "../shell/shop-context.tsx";
import { answerWords } from "../webhooks/delivery-words.ts";
import { texts } from "./texts.ts";

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
    openQuestion({
      title: texts.removeTitle,
      text: texts.removeText,
      confirm: texts.remove,
      isRemoval: true,
      onConfirm: remove,
    });
  return (
    <Panel title={texts.hook} text={texts.hookText}>
      <DraftForm
        draft="alerts"
        saved={saving.data}
        submit={(fields) => saving.mutate({ retailerId, url: String(fields.get("url")).trim() })}
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
          <FormButtons isBusy={saving.isPending}>
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
          </FormButtons>
        </Stack>
      </DraftForm>
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
          <Group>
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
