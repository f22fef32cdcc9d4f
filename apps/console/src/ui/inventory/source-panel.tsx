"use client";

import type { Ingest } from "@highstreet/router/features/inventory/inventory.schema.ts";
import { sendsFiles } from "@highstreet/router/features/inventory/sends-files.schema.ts";
import type { SourceRecord } from "@highstreet/router/features/inventory/source.schema.ts";
import { Group } from "@mantine/core";
import { Notice } from "../frame/notice.tsx";
import { Panel } from "../frame/panel.tsx";
import badge from "../frame/state-badge.module.css";
import { useStore } from "../shell/store-context.tsx";
import { ConnectSource } from "./connect-source.tsx";
import { DisconnectSource } from "./disconnect-source.tsx";
import { NewUploadKey } from "./new-upload-key.tsx";
import { SourceFacts } from "./source-facts.tsx";
import { sourceWords } from "./source-words.ts";
import { texts } from "./texts.ts";

interface SourcePanelProps {
  source: SourceRecord;
  /** The held file, if there is one. Another panel shows it. */
  held: Ingest | undefined;
}

/** The source of the stock, its state, its actions and its settings. */
export function SourcePanel({ source, held }: SourcePanelProps) {
  const { store, may } = useStore();
  const { status, provider, warnings } = source;
  const { label, text } = sourceWords(source, store.timezone);
  const shown = warnings.filter(({ id }) => id !== "FeedHeld" || !held);
  return (
    <Panel
      title={texts.source.title}
      badge={
        <span className={badge.badge} data-tone={provider ? status : undefined}>
          {label}
        </span>
      }
      text={text}
    >
      {shown.map(({ id, message }) => (
        <Notice key={id} tone={id === "FeedRefused" ? "error" : "warning"}>
          {message}
        </Notice>
      ))}
      <SourceFacts source={source} isHeld={held !== undefined && held.createdAt === source.latestIngest?.createdAt} />
      {may("inventory.connect") && (
        <Group gap="sm">
          <ConnectSource source={source} />
          {provider && sendsFiles(provider.id) && <NewUploadKey source={source} />}
          {provider && status !== "disconnected" && <DisconnectSource />}
        </Group>
      )}
    </Panel>
  );
}
