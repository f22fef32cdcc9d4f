"use client";

import type { Ingest } from "@highstreet/router/features/ingest/ingest.schema.ts";
import type { RetailerSource, SourceRecord } from "@highstreet/router/features/sources/source.schema.ts";
import { sendsFiles } from "@highstreet/router/features/sources/source-facts.schema.ts";
import { Button, Group, Modal } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { openQuestion } from "../parts/dialogs.tsx";
import { Facts } from "../parts/facts.tsx";
import { BusyButton } from "../parts/form.tsx";
import { count, moment, quantity } from "../parts/formats.ts";
import { Notice } from "../parts/notice.tsx";
import { Panel } from "../parts/panel.tsx";
import badge from "../parts/state-badge.module.css";
import { showToast } from "../parts/toasts.tsx";
import { useTRPC } from "../parts/trpc.ts";
import { nameWords, warningWords } from "../server-words/server-words.ts";
import { ConnectForm } from "./connect-form.tsx";
import { SystemMark } from "./system-mark.tsx";
import { texts } from "./texts.ts";
import { useConnect } from "./use-connect.tsx";
import { useFiles } from "./use-files.ts";

/** The source of a store, or of files for all stores. */
export type AnySource = SourceRecord | RetailerSource;

const wordsOf = (source: AnySource) =>
  "latestFile" in source ? { ...texts.source, ...texts.allStores.source } : texts.source;

interface SourcePanelProps {
  source: AnySource;
  /** The last files. Another panel shows the one that is held. */
  files: Ingest[];
}

export function SourcePanel({ source, files }: SourcePanelProps) {
  const { timeZone, mayConnect } = useFiles();
  const { status, provider, warnings } = source;
  const { label, text } = sourceWords(source, timeZone);
  const held = files.some((file) => file.status === "held");
  const shown = warnings.filter(({ id }) => id !== "FeedHeld" || !held);
  return (
    <Panel
      title={wordsOf(source).title}
      badge={
        <span className={badge.badge} data-tone={provider ? status : undefined}>
          {label}
        </span>
      }
      text={text}
    >
      {shown.map((warning) => (
        <Notice key={warning.id} tone={warning.id === "FeedRefused" ? "error" : "warning"}>
          {warningWords(warning)}
        </Notice>
      ))}
      <SourceFacts source={source} files={files} />
      {mayConnect && (
        <Group gap="sm">
          <ConnectSource source={source} />
          {provider && sendsFiles(provider.id) && <NewUploadKey source={source} />}
          {provider && status !== "disconnected" && <DisconnectSource />}
        </Group>
      )}
    </Panel>
  );
}

function SourceFacts({ source, files }: SourcePanelProps) {
  const { timeZone } = useFiles();
  const shown = [...factsOf(source, timeZone), ...("latestFile" in source ? [] : filesOf(source, files, timeZone))];
  if (shown.length === 0) return null;
  return <Facts facts={shown} />;
}

function factsOf({ provider, parameters, nextFetchAt }: AnySource, timeZone: string) {
  const shown: [string, ReactNode][] = [];
  if (provider) shown.push([texts.facts.provider, <Method key="method" provider={provider} parameters={parameters} />]);
  if (typeof parameters.url === "string") shown.push([texts.facts.address, parameters.url]);
  if (typeof parameters.intervalMinutes === "number")
    shown.push([texts.facts.interval, texts.facts.every(count(parameters.intervalMinutes, "minute"))]);
  if (nextFetchAt) shown.push([texts.facts.next, moment(nextFetchAt, timeZone)]);
  if (parameters.mode === "replace") shown.push([texts.facts.leftOut, texts.facts.goesOut]);
  return shown;
}

/** How stock comes. A till and a shop system have a mark. */
function Method({ provider, parameters }: Pick<SourceRecord, "provider" | "parameters">) {
  const trpc = useTRPC();
  const { connector } = parameters;
  const systems = useQuery(
    trpc.connections.systems.queryOptions(
      {},
      { enabled: connector !== undefined, staleTime: Number.POSITIVE_INFINITY },
    ),
  );
  const system = systems.data?.find((one) => one.connector === connector)?.label;
  if (!provider) return null;
  const marked = provider.type === "generic" ? system : provider.label;
  return (
    <>
      {marked && <SystemMark name={marked} />}{" "}
      {[texts.facts.methods[provider.id] ?? nameWords(provider.label), system].filter(Boolean).join(" · ")}
    </>
  );
}

function filesOf({ latestIngest, lastHeardAt }: SourceRecord, files: Ingest[], timeZone: string) {
  const shown: [string, string][] = [];
  if (latestIngest) {
    const { createdAt, numberOfLines, validLines, inStockValidLines } = latestIngest;
    const counts = texts.facts.counts(count(numberOfLines, "line"), quantity(validLines), quantity(inStockValidLines));
    // The store does not have the stock of a file that is held, discarded or refused.
    const standing = texts.facts.standing[files.find((file) => file.createdAt === createdAt)?.status ?? ""] ?? "";
    shown.push([texts.facts.latest, `${moment(createdAt, timeZone)}${standing}: ${counts}`]);
    const heard = lastHeardAt && moment(lastHeardAt, timeZone);
    if (heard && heard !== moment(createdAt, timeZone)) shown.push([texts.facts.heard, heard]);
  }
  return shown;
}

interface Words {
  label: string;
  text: string;
}

function sourceWords(source: AnySource, timeZone: string): Words {
  const words = wordsOf(source);
  const heard = "lastHeardAt" in source ? source.lastHeardAt : null;
  switch (source.status) {
    case "connected":
      return { label: words.connected, text: words.connectedText };
    case "pending":
      return source.provider
        ? { label: words.waiting, text: words.waitingText }
        : { label: words.none, text: words.noneText };
    case "disconnected":
      return { label: words.silent, text: words.silentText(heard === null ? null : moment(heard, timeZone)) };
    case "invalid":
      return { label: words.failing, text: words.failingText };
  }
}

function DisconnectSource() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { retailerId, store } = useFiles();
  const options = {
    onSuccess: async () => {
      await queries.invalidateQueries(trpc.inventory.pathFilter());
      showToast({ message: texts.disconnect.done });
    },
    onError: ({ message }: { message: string }) =>
      showToast({ isError: true, title: texts.disconnect.failed, message }),
  };
  const ofStore = useMutation(trpc.inventory.disconnect.mutationOptions(options));
  const ofAll = useMutation(trpc.inventory.disconnectFiles.mutationOptions(options));
  const ask = () =>
    openQuestion({
      title: store ? texts.disconnect.title(store.name) : texts.allStores.disconnectTitle,
      text: store ? texts.disconnect.text : texts.allStores.disconnectText,
      confirm: texts.disconnect.button,
      cancel: texts.disconnect.stay,
      isRemoval: true,
      onConfirm: () => (store ? ofStore.mutate({ retailerId, storeId: store.id }) : ofAll.mutate({ retailerId })),
    });
  return (
    <BusyButton
      variant="subtle"
      color="red"
      c="var(--mantine-color-error)"
      isBusy={ofStore.isPending || ofAll.isPending}
      onClick={ask}
    >
      {texts.disconnect.button}
    </BusyButton>
  );
}

function ConnectSource({ source }: { source: AnySource }) {
  const words = wordsOf(source);
  const [isOpen, form] = useDisclosure(false);
  return (
    <>
      <Button variant={source.provider ? "default" : "filled"} onClick={form.open}>
        {source.provider ? words.change : words.set}
      </Button>
      <Modal opened={isOpen} onClose={form.close} title={words.form} size="lg">
        <ConnectForm source={source} done={form.close} cancel={form.close} />
      </Modal>
    </>
  );
}

/** Creates a new upload key, after a warning that the old key stops working. */
function NewUploadKey({ source: { provider, parameters } }: { source: AnySource }) {
  const { connect, isPending, error } = useConnect(true);
  useEffect(() => {
    if (error) showToast({ isError: true, title: texts.key.failed, message: error.message });
  }, [error]);
  const ask = () =>
    openQuestion({
      title: texts.key.title,
      text: texts.key.text,
      confirm: texts.key.make,
      cancel: texts.key.keep,
      onConfirm: () => connect({ provider: provider?.id ?? "csv-upload", parameters } as Parameters<typeof connect>[0]),
    });
  return (
    <BusyButton variant="default" isBusy={isPending} onClick={ask}>
      {texts.key.button}
    </BusyButton>
  );
}
