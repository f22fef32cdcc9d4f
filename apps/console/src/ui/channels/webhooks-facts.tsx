"use client";

import type { ChannelRecord } from "@highstreet/router/core/channels/channel.schema.ts";
import { Facts } from "../frame/facts.tsx";
import { texts } from "../webhooks/texts.ts";
import { textOf } from "./parameters.ts";

const words = texts.endpoint;

/** The settings of the webhooks channel. */
export function WebhooksFacts({ record }: { record: ChannelRecord }) {
  return (
    <Facts
      facts={[
        [words.address, textOf(record, "webhookUrl")],
        [words.data, record.parameters.enhancedProductData === true ? words.sent : words.notSent],
      ]}
    />
  );
}
