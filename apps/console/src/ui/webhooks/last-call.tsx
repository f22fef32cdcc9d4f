"use client";

import type { DeliveryDetail } from "@highstreet/router/features/webhooks/deliveries.schema.ts";
import { Code, Title } from "@mantine/core";
import { CopyBlock } from "../frame/copy-block.tsx";
import { Facts } from "../frame/facts.tsx";
import { texts } from "./texts.ts";
import classes from "./webhooks.module.css";

const words = texts.delivery;

/** A delivery's last call as it was sent: URL, headers, and the exact body. */
export function LastCall({ request }: { request: NonNullable<DeliveryDetail["request"]> }) {
  const { url, headers, body } = request;
  const shown = Object.entries(headers).map(
    ([name, value]) =>
      [
        name,
        value === null ? (
          <span key={name} className={classes.soft}>
            {words.noHeader}
          </span>
        ) : (
          <Code key={name}>{value}</Code>
        ),
      ] as const,
  );
  return (
    <section aria-labelledby="request-title" className={classes.stack}>
      <Title order={3} size="h5" id="request-title">
        {words.lastCall}
      </Title>
      <Facts facts={[["POST", url ?? words.noUrl], ...shown]} areNamesLong />
      <CopyBlock text={body} label={words.copyBody} />
    </section>
  );
}
