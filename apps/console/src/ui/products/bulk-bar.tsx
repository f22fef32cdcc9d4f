"use client";

import { Button, CloseButton, Group, Text } from "@mantine/core";
import { IconEye, IconEyeOff, IconListCheck } from "@tabler/icons-react";
import { useState } from "react";
import { count, quantity } from "../frame/formats.ts";
import { loadLater } from "../frame/load-later.tsx";
import classes from "./bulk-bar.module.css";
import type { BulkKind } from "./bulk-dialog.tsx";
import { texts } from "./texts.ts";
import type { Ticks } from "./use-ticks.ts";

const [BulkDialog, usePreload] = loadLater(async () => (await import("./bulk-dialog.tsx")).BulkDialog);
const { bulk } = texts;
const kinds = [
  ["hide", bulk.hide, IconEyeOff],
  ["show", bulk.show, IconEye],
  ["channels", bulk.channels, IconListCheck],
] as const;

/** The actions for the ticked products, or for all that match. */
export function BulkBar({ ticks, total }: { ticks: Ticks; total: number }) {
  usePreload();
  const [kind, setKind] = useState<BulkKind>();
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
      <Group gap="xs" ml="auto">
        {kinds.map(([name, label, Icon]) => (
          <Button
            key={name}
            variant="default"
            size="sm"
            leftSection={<Icon size={16} aria-hidden="true" />}
            onClick={() => setKind(name)}
          >
            {label}
          </Button>
        ))}
        <CloseButton size="lg" aria-label={bulk.clear} onClick={ticks.clear} />
      </Group>
      {kind && <BulkDialog kind={kind} ticks={ticks} close={() => setKind(undefined)} />}
    </section>
  );
}
