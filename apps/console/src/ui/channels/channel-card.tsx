"use client";

import type { ChannelId, ChannelRecord, Obstacle } from "@highstreet/router/core/channels/channel.schema.ts";
import type { CatalogueEntry } from "@highstreet/router/features/channels/channels.schema.ts";
import { Button, Group, Stack, Text, Title, Tooltip } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconMapSearch, IconSpeakerphone, IconWebhook } from "@tabler/icons-react";
import { useSearchParams } from "next/navigation";
import { type ReactNode, useId, useRef } from "react";
import { flushSync } from "react-dom";
import { Notice } from "../frame/notice.tsx";
import panel from "../frame/panel.module.css";
import { CancelChange } from "../local-ads/cancel-change.tsx";
import { Overview } from "../local-ads/overview.tsx";
import { CheckNow } from "../search/check-now.tsx";
import { Setup } from "../search/setup.tsx";
import { useStore } from "../shell/store-context.tsx";
import classes from "./channel-card.module.css";
import { ChannelStatus } from "./channel-status.tsx";
import { LocalAdsForm } from "./local-ads-form.tsx";
import { RemoveChannel } from "./remove-channel.tsx";
import { SearchForm } from "./search-form.tsx";
import { texts } from "./texts.ts";
import { WebhooksFacts } from "./webhooks-facts.tsx";
import { WebhooksForm } from "./webhooks-form.tsx";

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

interface ChannelCardProps {
  about: CatalogueEntry;
  /** undefined while the channel is off. */
  record: ChannelRecord | undefined;
  /** The reason why the channel cannot be set up or changed now; undefined if it can. */
  obstacle: Obstacle | undefined;
  /** The form is open at first. */
  startsOpen?: boolean;
}

/** One channel: on or off, its requirements, and its settings. */
export function ChannelCard({ about, record, obstacle, startsOpen = false }: ChannelCardProps) {
  const { may, whyNot } = useStore();
  const title = useId();
  const why = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const refocus = () => opener.current?.focus();
  const { icon: Icon, Form, details, action } = faces[about.id];
  const mayEdit = may("channels.enable");
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
            {about.label}
          </Title>
          <ChannelStatus status={record?.status} />
        </Group>
        <Text size="sm" c="dimmed">
          {about.description}
        </Text>
      </div>
      <Stack className={classes.body} gap="md">
        <div role="status" className={classes.warnings}>
          {record?.warnings.map(({ id, message }) => (
            <Notice key={id} tone="warning">
              {message}
            </Notice>
          ))}
        </div>
        {details(record)}
        {obstacle && !isSaid && (
          <Notice id={why} tone="info">
            {obstacle.message}
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
                aria-label={record ? texts.changeOf(about.label) : texts.setUpOf(about.label)}
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
