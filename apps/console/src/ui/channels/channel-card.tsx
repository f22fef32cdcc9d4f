"use client";

import type { CatalogueEntry, ChannelId, ChannelRecord } from "@highstreet/router/channels/channels.schema.ts";
import { Anchor, Button, Group, Stack, Text, Title, Tooltip } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconExternalLink, IconMapSearch, IconSpeakerphone, IconWebhook } from "@tabler/icons-react";
import { useId } from "react";
import { Notice } from "../frame/notice.tsx";
import panel from "../frame/panel.module.css";
import { useShop } from "../shell/shop-context.tsx";
import classes from "./channel-card.module.css";
import { ChannelFacts } from "./channel-facts.tsx";
import { ChannelStatus } from "./channel-status.tsx";
import { LocalAdsForm } from "./local-ads-form.tsx";
import { RemoveChannel } from "./remove-channel.tsx";
import { SearchForm } from "./search-form.tsx";
import { WebhooksForm } from "./webhooks-form.tsx";

const faces: Record<ChannelId, { icon: typeof IconMapSearch; Form: typeof SearchForm }> = {
  search: { icon: IconMapSearch, Form: SearchForm },
  local_ads: { icon: IconSpeakerphone, Form: LocalAdsForm },
  webhooks: { icon: IconWebhook, Form: WebhooksForm },
};

/** One channel: whether it is on, what it needs, and its settings. `record`: undefined while it is off. */
export function ChannelCard({ about, record }: { about: CatalogueEntry; record: ChannelRecord | undefined }) {
  const { may, whyNot } = useShop();
  const [isOpen, form] = useDisclosure(false);
  const title = useId();
  const { icon: Icon, Form } = faces[about.id];
  const mayEdit = may("channels:write");
  return (
    <section className={`${panel.panel} ${classes.card}`} aria-labelledby={title}>
      <span className={classes.icon} aria-hidden="true">
        <Icon size={24} stroke={1.6} />
      </span>
      <div className={classes.head}>
        <Group gap="sm">
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
        {record?.warnings.map(({ id, message }) => (
          <Notice key={id} tone="warning">
            {message}
          </Notice>
        ))}
        {record && <ChannelFacts record={record} />}
        {record?.storefrontUrl && (
          <Anchor href={record.storefrontUrl} target="_blank" rel="noreferrer" size="sm">
            See the storefront <IconExternalLink size={14} aria-label="(opens in a new tab)" />
          </Anchor>
        )}
        {!isOpen && (
          <Group gap="sm">
            <Tooltip label={whyNot} disabled={mayEdit} multiline maw={260}>
              <Button
                variant={record ? "default" : "filled"}
                disabled={!mayEdit}
                onClick={form.open}
                aria-label={`${record ? "Change" : "Set up"} ${about.label}`}
              >
                {record ? "Change" : "Set up"}
              </Button>
            </Tooltip>
            {record && mayEdit && <RemoveChannel record={record} />}
          </Group>
        )}
        {isOpen && <Form record={record} done={form.close} />}
      </Stack>
    </section>
  );
}
