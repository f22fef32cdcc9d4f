"use client";

import type { DeliveryDetail } from "@highstreet/router/features/webhooks/deliveries.schema.ts";
import { Code, Title } from "@mantine/core";
import { CopyBlock } from "../frame/copy-block.tsx";
import { Facts } from "../frame/facts.tsx";
import classes from "./webhooks.module.css";

/** A delivery's last call as it was sent: URL, headers, and the exact body. */
export function LastCall({ request }: { request: NonNullable<DeliveryDetail["request"]> }) {
  const { url, headers, body } = request;
  const shown = Object.entries(headers).map(
    ([name, value]) =>
      [
        name,
        value === null ? (
          <span key={name} className={classes.soft}>
            Not stored: the address or its secret was replaced later
          </span>
        ) : (
          <Code key={name}>{value}</Code>
        ),
      ] as const,
  );
  return (
    <section aria-labelledby="request-title" className={classes.stack}>
      <Title order={3} size="h5" id="request-title">
        The last call as it was sent
      </Title>
      <Facts facts={[["POST", url ?? "The address was not stored"], ...shown]} areNamesLong />
      <CopyBlock text={body} label="Copy the body" />
    </section>
  );
}
