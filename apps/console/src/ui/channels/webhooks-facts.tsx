"use client";

import type { ChannelRecord } from "@highstreet/router/core/channels/channel.schema.ts";
import { Facts } from "../frame/facts.tsx";
import { textOf } from "./parameters.ts";

/** The settings of the webhooks channel. */
export function WebhooksFacts({ record }: { record: ChannelRecord }) {
  return (
    <Facts
      facts={[
        ["Calls go to", textOf(record, "webhookUrl")],
        ["Product data", record.parameters.enhancedProductData === true ? "Sent along" : "Not sent along"],
      ]}
    />
  );
}
