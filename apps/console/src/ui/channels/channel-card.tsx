"use client";

import type { ChannelId, ChannelRecord, Obstacle } from "@highstreet/router/core/channels/channel.schema.ts";
import type { CatalogueEntry } from "@highstreet/router/features/channels/channels.schema.ts";
import { Button, Group, Stack, Title, Tooltip } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { type ReactNode, useId, useRef } from "react";
import { flushSync } from "react-dom";
import { ChannelStatus, textOf, useRefresh } from "../channel/channel.tsx";
import { CancelChange, Overview } from "../local-ads/overview.tsx";
import { openQuestion } from "../parts/dialogs.tsx";
import { Facts } from "../parts/facts.tsx";
import { BusyButton } from "../parts/form.tsx";
import { Hint } from "../parts/hint.tsx";
import { IconMapSearch, IconSpeakerphone, IconWebhook } from "../parts/icons.tsx";
import { Notice } from "../parts/notice.tsx";
import panel from "../parts/panel.module.css";
import { showToast } from "../parts/toasts.tsx";
import { useTRPC } from "../parts/trpc.ts";
import { CheckNow, Setup } from "../search/setup.tsx";
import { problemWords, warningWords } from "../server-words/server-words.ts";
import { useStore } from "../shell/shop-context.tsx";
import { texts as webhookTexts } from "../webhooks/texts.ts";
import classes from "./channel-card.module.css";
import { LocalAdsForm, SearchForm, WebhooksForm } from "./channel-forms.tsx";
import { texts } from "./texts.ts";

interface Face {
  icon: typeof IconMapSearch;
  Form: typeof SearchForm;
  /** The state of the channel. `record` is undefined while the channel is off. */
  details: (record: ChannelRecord | undefined) => ReactNode;
  /** A further action while the channel is on. `refocus` is for a button that disappears. */
  action?: (refocus: () => void) => ReactNode;
}

const faces: Record<ChannelId, Face> = {
  search: {
    icon: IconMapSearch,
    Form: SearchForm,
    details: (record) => record && <Setup record={record} />,
    action: () => <CheckNow />,
  },
  local_ads: {
    icon: IconSpeakerphone,
    Form: LocalAdsForm,
    details: (record) => <Overview record={record} />,
    action: (refocus) => <CancelChange cancelled={refocus} />,
  },
  webhooks: { icon: IconWebhook, Form: WebhooksForm, details: (record) => record && <WebhooksFacts record={record} /> },
};

/** The steps of the set-up explain the invitation. */
const isNoStep = ({ id }: { id: string }): boolean => id !== "AwaitingSearchBusinessAccess";

interface ChannelCardProps {
  about: CatalogueEntry;
  /** undefined while the channel is off. */
  record: ChannelRecord | undefined;
  /** The reason why the channel cannot be set up or changed now; undefined if it can. */
  obstacle: Obstacle | undefined;
  startsOpen?: boolean;
}

export function ChannelCard({ about, record, obstacle, startsOpen = false }: ChannelCardProps) {
  const { may, whyNot } = useStore();
  const title = useId();
  const why = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const refocus = () => opener.current?.focus();
  const { icon: Icon, Form, details, action } = faces[about.id];
  // Changing a secret needs the same as changing the endpoint.
  const mayEdit = may(about.id === "webhooks" ? "webhooks.rotateSecret" : "channels.enable");
  // A link from another page opens the form: ?open=webhooks.
  const isWanted = useSearchParams().get("open") === about.id || startsOpen;
  const [isOpen, form] = useDisclosure(isWanted && mayEdit && !obstacle);
  const isSaid = record?.warnings.some(({ id }) => id === obstacle?.code) ?? false;
  const close = () => {
    // The form disappears with its focus.
    flushSync(form.close);
    refocus();
  };
  return (
    <section className={`${panel.panel} ${classes.card}`} aria-labelledby={title}>
      <span className={classes.icon} aria-hidden="true">
        <Icon size={24} stroke={1.6} />
      </span>
      <div className={classes.head}>
        <Group gap="0.15rem 0.75rem">
          <Title order={2} size="h4" id={title}>
            {texts.names[about.id]}
          </Title>
          <ChannelStatus status={record?.status} />
        </Group>
        <Hint>{texts.about[about.id]}</Hint>
      </div>
      <Stack className={classes.body} gap="md">
        <div role="status" className={classes.warnings}>
          {record?.warnings.filter(isNoStep).map((warning) => (
            <Notice key={warning.id} tone="warning">
              {warningWords(warning)}
            </Notice>
          ))}
        </div>
        {details(record)}
        {obstacle && !isSaid && (
          <Notice id={why} tone="info">
            {problemWords(obstacle)}
          </Notice>
        )}
        {!isOpen && (
          <Group gap="sm">
            <Tooltip label={whyNot} disabled={mayEdit} multiline maw={260}>
              <Button
                ref={opener}
                variant={record ? "default" : "filled"}
                disabled={!mayEdit || obstacle !== undefined}
                aria-describedby={obstacle && !isSaid ? why : undefined}
                onClick={form.open}
                aria-label={record ? texts.changeOf(texts.names[about.id]) : texts.setUpOf(texts.names[about.id])}
              >
                {record ? texts.change : texts.setUp}
              </Button>
            </Tooltip>
            {record && action?.(refocus)}
            {record && mayEdit && <RemoveChannel record={record} removed={refocus} />}
          </Group>
        )}
        {isOpen && <Form record={record} done={close} />}
      </Stack>
    </section>
  );
}

/** @param removed called at the end, because this button disappears */
function RemoveChannel({ record, removed }: { record: ChannelRecord; removed: () => void }) {
  const trpc = useTRPC();
  const refresh = useRefresh();
  const { ids, store } = useStore();
  const { label } = record.channel;
  const removing = useMutation(
    trpc.channels.remove.mutationOptions({
      onSuccess: async (left) => {
        await refresh();
        showToast({ message: left ? texts.remove.endsLater(label) : texts.remove.done(label) });
        if (!left) removed();
      },
      onError: ({ message }) => showToast({ isError: true, title: texts.remove.failed(label), message }),
    }),
  );
  const ask = () =>
    openQuestion({
      title: texts.remove.title(label, store.name),
      text: texts.remove.consequences[record.id],
      confirm: texts.remove.button,
      cancel: texts.remove.keep,
      isRemoval: true,
      onConfirm: () => removing.mutate({ ...ids, type: record.id }),
    });
  return (
    <BusyButton
      variant="subtle"
      color="red"
      c="var(--mantine-color-error)"
      isBusy={removing.isPending}
      onClick={ask}
      aria-label={texts.remove.buttonOf(label)}
    >
      {texts.remove.button}
    </BusyButton>
  );
}

function WebhooksFacts({ record }: { record: ChannelRecord }) {
  return (
    <Facts
      facts={[
        [webhookTexts.endpoint.address, textOf(record, "webhookUrl")],
        [
          webhookTexts.endpoint.data,
          record.parameters.enhancedProductData === true ? webhookTexts.endpoint.sent : webhookTexts.endpoint.notSent,
        ],
      ]}
    />
  );
}
