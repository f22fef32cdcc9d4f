"use client";

import type { SearchSetup } from "@highstreet/router/features/search/setup.schema.ts";
import { Text } from "@mantine/core";
import { CopyBlock } from "../frame/copy-block.tsx";
import { moment } from "../frame/formats.ts";
import badge from "../frame/state-badge.module.css";
import { useStore } from "../shell/store-context.tsx";
import classes from "./search.module.css";
import { widgetSnippet } from "./widget-snippet.ts";

/** Whether the in-store widget was seen, and the code for the widget's page. */
export function Widget({ widget: { seenAt, token, missing } }: Pick<SearchSetup, "widget">) {
  const { store, apiUrl } = useStore();
  const [tone, label] = missing ? ["held", "Not seen recently"] : seenAt ? ["connected", "Seen"] : ["", "Not seen yet"];
  return (
    <section className={classes.part} aria-labelledby="widget-title">
      <div className={classes.line}>
        <h3 className={classes.title} id="widget-title">
          In-store widget
        </h3>
        <span className={badge.badge} data-tone={tone}>
          {label}
        </span>
      </div>
      <Text size="sm" c="dimmed">
        {seenAt ? `Last seen ${moment(seenAt, store.timezone)}.` : "The widget's page reports each visit to us."}
      </Text>
      <details className={classes.details}>
        <summary>Code for the page</summary>
        <Text size="sm" c="dimmed" my="xs">
          Put this into the page of the widget. The token belongs to this store. It gives access to nothing, so visitors
          may see it.
        </Text>
        <CopyBlock text={widgetSnippet(apiUrl, token)} label="Copy the lines" isCode />
      </details>
    </section>
  );
}
