"use client";

import type { SearchSetup } from "@highstreet/router/features/search/setup.schema.ts";
import { Text } from "@mantine/core";
import { CopyBlock } from "../parts/copy.tsx";
import { moment } from "../parts/formats.ts";
import badge from "../parts/state-badge.module.css";
import { useStore } from "../shell/shop-context.tsx";
import classes from "./search.module.css";
import { texts } from "./texts.ts";

const words = texts.widget;

export function Widget({ widget: { seenAt, token, missing } }: Pick<SearchSetup, "widget">) {
  const { store, apiUrl } = useStore();
  const [tone, label] = missing ? ["held", words.missing] : seenAt ? ["connected", words.seen] : ["", words.notSeen];
  return (
    <section className={classes.part} aria-labelledby="widget-title">
      <div className={classes.line}>
        <h3 className={classes.title} id="widget-title">
          {words.title}
        </h3>
        <span className={badge.badge} data-tone={tone}>
          {label}
        </span>
      </div>
      <Text size="sm" c="dimmed">
        {seenAt ? words.lastSeen(moment(seenAt, store.timezone)) : words.text}
      </Text>
      <details className={classes.details}>
        <summary>{words.code}</summary>
        <Text size="sm" c="dimmed" my="xs">
          {words.codeText}
        </Text>
        <CopyBlock text={widgetSnippet(apiUrl, token)} label={words.copy} isCode />
      </details>
    </section>
  );
}

const widgetSnippet = (apiUrl: string, widgetToken: string): string =>
  `<script>
  fetch("${apiUrl}/v1/widget-sightings", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ widgetToken: "${widgetToken}" }),
    keepalive: true,
  });
</script>`;
