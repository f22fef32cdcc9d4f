"use client";

import { editLimits } from "@highstreet/router/core/items/edit-limits.schema.ts";
import type { Operation } from "@highstreet/router/features/operations/operations.schema.ts";
import { Button, Checkbox, CloseButton, Group, Menu, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { notShownWords, replacedSettings } from "../edits/product-words.ts";
import { useUndo } from "../edits/undo.tsx";
import { BusyButton } from "../parts/form.tsx";
import { count, quantity, timeOfField, tomorrowField } from "../parts/formats.ts";
import { IconBarcode, IconEye, IconEyeOff, IconHourglass, IconListCheck, IconPencil } from "../parts/icons.tsx";
import { Notice } from "../parts/notice.tsx";
import { texts as shared } from "../parts/texts.ts";
import { useTRPC, useTRPCClient } from "../parts/trpc.ts";
import { texts as productTexts } from "../product/texts.ts";
import { useChosenStore, useShop, useTimeZone } from "../shell/shop-context.tsx";
import classes from "./bulk-bar.module.css";
import { texts } from "./texts.ts";
import { usePrintLabels } from "./use-print-labels.ts";
import type { Ticks } from "./use-ticks.ts";

const { bulk } = texts;
const kinds = [
  ["hide", IconEyeOff],
  ["show", IconEye],
] as const;

export function BulkBar({ ticks, total }: { ticks: Ticks; total: number }) {
  const [kind, setKind] = useState<BulkKind>();
  const printing = usePrintLabels(ticks, total);
  const more = [
    ["channels", bulk.channels, IconListCheck],
    ["until", bulk.until, IconHourglass],
    ["brand", bulk.brand, IconPencil],
  ] as const;
  const number = ticks.isAll ? total : ticks.barcodes.size;
  if (!number) return null;
  return (
    <section className={classes.bar} aria-label={bulk.label}>
      <Text size="sm" fw={600} role="status">
        {bulk.selected(count(number, "product"))}
      </Text>
      {!ticks.isAll && total > number && (
        <Button variant="subtle" size="sm" onClick={ticks.tickMatches}>
          {bulk.selectAll(quantity(total))}
        </Button>
      )}
      <Group gap={6} ml="auto">
        {kinds.map(([name, Icon]) => (
          <Button
            key={name}
            variant="default"
            size="sm"
            leftSection={<Icon size={16} aria-hidden="true" />}
            onClick={() => setKind(name)}
          >
            {bulk[name]}
          </Button>
        ))}
        <Menu position="bottom-end" shadow="md">
          <Menu.Target>
            <BusyButton isBusy={printing.isPending} variant="default" size="sm">
              {bulk.more}
            </BusyButton>
          </Menu.Target>
          <Menu.Dropdown>
            {more.map(([name, label, Icon]) => (
              <Menu.Item key={name} leftSection={<Icon size={16} aria-hidden="true" />} onClick={() => setKind(name)}>
                {label}
              </Menu.Item>
            ))}
            <Menu.Item leftSection={<IconBarcode size={16} aria-hidden="true" />} onClick={() => printing.mutate()}>
              {bulk.labels.button}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <CloseButton size="lg" aria-label={bulk.clear} onClick={ticks.clear} />
      </Group>
      {kind && <BulkDialog kind={kind} ticks={ticks} close={() => setKind(undefined)} />}
    </section>
  );
}

type BulkKind = keyof typeof bulk.questions;

interface BulkDialogProps {
  kind: BulkKind;
  ticks: Ticks;
  close: () => void;
}

function BulkDialog({ kind, ticks, close }: BulkDialogProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const { retailerId } = useShop();
  const store = useChosenStore();
  const { followEdit } = useUndo();
  const [channels, setChannels] = useState<string[]>(Object.keys(shared.channels));
  const [brand, setBrand] = useState("");
  const timeZone = useTimeZone();
  const [until, setUntil] = useState(() => tomorrowField(timeZone));
  const isEvery = channels.length === Object.keys(shared.channels).length;
  const edits = {
    hide: { hidden: true },
    show: { hidden: false },
    channels: { channels: isEvery ? null : channels },
    until: { hidden: true, hiddenUntil: timeOfField(until, timeZone) },
    brand: { brand: brand.trim() },
  };
  const wanted = { filter: ticks.filter, edit: edits[kind] };
  // The count of a typed value waits for its end.
  const [body] = useDebouncedValue(wanted, kind === "brand" ? 300 : 0);
  const isTyping = JSON.stringify(body) !== JSON.stringify(wanted);
  const isComplete = kind === "until" ? until !== "" : kind !== "brand" || brand.trim() !== "";
  const plan = useQuery({
    queryKey: [trpc.operations.planEdit.mutationKey(), retailerId, body],
    queryFn: ({ signal }) => client.operations.planEdit.mutate({ retailerId, body }, { signal }),
    enabled: isComplete && !isTyping,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const started = useMutation(
    trpc.operations.editByFilter.mutationOptions({
      onError: () => plan.refetch(),
      onSuccess: (answer) => {
        const operation = answer as Operation;
        ticks.clear();
        close();
        const done = (products: string) => `${bulk.done[kind]}: ${products} ${bulk.where(store?.name)}.`;
        void followEdit(operation, { running: bulk.running[kind], done, failed: bulk.failed });
      },
    }),
  );
  const { data } = plan;
  const isChanged = started.error?.data?.domain?.code === "ChangedSince";
  const error = plan.error ?? (isChanged ? null : started.error);
  return (
    <Modal opened onClose={close} title={bulk.questions[kind]}>
      <Stack gap="md">
        {kind === "channels" && (
          <Checkbox.Group label={bulk.channels} value={channels} onChange={setChannels}>
            <Stack gap="sm" mt="xs">
              {Object.entries(shared.channels).map(([channel, label]) => (
                <Checkbox key={channel} value={channel} label={label} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        {kind === "until" && (
          <TextInput
            type="datetime-local"
            label={bulk.untilLabel}
            description={productTexts.hideUntil.helps.time(timeZone)}
            value={until}
            onChange={(event) => setUntil(event.currentTarget.value)}
          />
        )}
        {kind === "brand" && (
          <TextInput
            data-autofocus
            label={bulk.brandLabel}
            maxLength={editLimits.brand}
            value={brand}
            onChange={(event) => setBrand(event.currentTarget.value)}
          />
        )}
        {isChanged && <Notice tone="warning">{bulk.changed}</Notice>}
        {error ? (
          <Notice tone="error">{error.message}</Notice>
        ) : (
          <Text size="sm" role="status">
            {!isComplete
              ? null
              : data && !plan.isFetching && !isTyping
                ? bulk.plan(
                    `${count(data.products, "product")} ${bulk.where(store?.name)}`,
                    data.stores ? count(data.stores, "store") : "",
                    data.events ? count(data.events, "isUpdate") : "",
                  )
                : bulk.counting}
          </Text>
        )}
        {data && data.ownSettings.replaced > 0 && (
          <Notice tone="info">{replacedSettings(data.ownSettings.replaced, bulk.these, bulk.doing[kind])}</Notice>
        )}
        {data?.notShownIn && <Notice tone="info">{notShownWords(data.notShownIn)}</Notice>}
        <Group>
          <BusyButton
            disabled={!data || !isComplete || isTyping || plan.isFetching || data.products === 0}
            isBusy={started.isPending}
            onClick={() => data && started.mutate({ retailerId, body: { ...body, selection: data.selection } })}
          >
            {bulk[kind]}
          </BusyButton>
          <Button variant="subtle" color="gray" onClick={close}>
            {bulk.cancel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
