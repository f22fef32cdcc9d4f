"use client";

import type { ChannelRecord } from "@highstreet/router/core/channels/channel.schema.ts";
import { Button, Group } from "@mantine/core";
import Link from "next/link";
import type { ReactNode } from "react";
import { ChannelStatus } from "../channels/channel-status.tsx";
import { textOf } from "../channels/parameters.ts";
import { CopyText } from "../frame/copy-text.tsx";
import { Facts } from "../frame/facts.tsx";
import { moment } from "../frame/formats.ts";
import { Notice } from "../frame/notice.tsx";
import { Panel } from "../frame/panel.tsx";
import { useStore } from "../shell/store-context.tsx";
import { ChangeSecret } from "./change-secret.tsx";
import { TestCall } from "./test-call.tsx";

/** The state in words, if there is no warning. */
const words = {
  connected: "Each update is sent at once.",
  pending: "Updates wait until the address accepts a first call (webhook.enabled) with a 2xx answer.",
};

/** The endpoint, its state and its actions. */
export function Endpoint({ record }: { record: ChannelRecord }) {
  const { pathTo, store, may } = useStore();
  const url = textOf(record, "webhookUrl");
  const until = record.previousSecretUntil;
  const isChanging = until ? Date.parse(until) > Date.now() : false;
  const facts: [string, ReactNode][] = [
    ["Calls go to", <CopyText key="url" text={url} what="address" />],
    ["Product data", record.parameters.enhancedProductData === true ? "Sent along" : "Not sent along"],
    ["Signing secret", "Set, and never shown again"],
  ];
  return (
    <Panel title="Your address" badge={<ChannelStatus status={record.status} />} text={words[record.status]}>
      <div role="status" style={{ display: "contents" }}>
        {record.warnings.map(({ id, message }) => (
          <Notice key={id} tone="warning">
            {message}
          </Notice>
        ))}
      </div>
      {isChanging && until && (
        <Notice tone="info">
          Two secrets are valid until {moment(until, store.timezone)}: calls carry a signature of each. Give your system
          the new one before then. To end the old secret earlier, change the secret again: type the new secret and
          choose “At once”.
        </Notice>
      )}
      <Facts facts={facts} />
      <TestCall />
      {may("channels.enable") && (
        <Group gap="sm">
          <ChangeSecret />
          <Button component={Link} href={`${pathTo("channels")}&open=webhooks`} variant="default">
            Change the address
          </Button>
        </Group>
      )}
    </Panel>
  );
}
