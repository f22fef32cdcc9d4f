"use client";

import type { SourceRecord } from "@highstreet/router/features/inventory/source.schema.ts";
import { Button, Group, Select, Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LoadFailed } from "../frame/load-failed.tsx";
import { Notice } from "../frame/notice.tsx";
import { useTRPC } from "../frame/trpc.ts";
import { useShop } from "../shell/shop-context.tsx";
import { AddShopSystem } from "./add-shop-system.tsx";
import { texts } from "./texts.ts";

const words = texts.shopSystem;

/** JSON Pointers of the fields. */
export const at = { connector: "/parameters/connector", locationId: "/parameters/locationId" };

/** A location of a connected shop system, as the value of the form's field. */
const placeOf = (connector: string, locationId: string): string => JSON.stringify({ connector, locationId });

/** The parameters of the chosen location. */
export function readPlace(fields: FormData): { connector: string; locationId?: string } {
  const chosen = String(fields.get("place") ?? "");
  return chosen ? (JSON.parse(chosen) as { connector: string; locationId: string }) : { connector: "" };
}

interface ShopSystemFieldsProps {
  source: SourceRecord;
  errorAt: (pointer: string) => string | undefined;
}

/** The choice of a location of a connected shop system. Another shop system can be connected here. */
export function ShopSystemFields({ source: { parameters }, errorAt }: ShopSystemFieldsProps) {
  const trpc = useTRPC();
  const { retailerId } = useShop();
  const [isAdding, setAdding] = useState(false);
  const connections = useQuery(trpc.connections.list.queryOptions({ retailerId }));
  if (connections.error)
    return <LoadFailed message={connections.error.message} retry={() => void connections.refetch()} />;
  if (!connections.data) return <Skeleton height={60} radius="md" />;
  const { connector, locationId } = parameters;
  const current = typeof connector === "string" && typeof locationId === "string" ? placeOf(connector, locationId) : "";
  return (
    <Stack gap="sm">
      {connections.data.flatMap(({ connector: id, warnings }) =>
        warnings.map(({ message }) => (
          <Notice key={id} tone="warning">
            {message}
          </Notice>
        )),
      )}
      {connections.data.some(({ status }) => status === "pending") && <Notice tone="info">{words.reading}</Notice>}
      {connections.data.length > 0 && (
        <Select
          name="place"
          label={words.location}
          description={words.locationHint}
          placeholder={words.choose}
          searchable
          required
          defaultValue={current}
          error={errorAt(at.connector) ?? errorAt(at.locationId)}
          data={connections.data.map(({ connector: id, label, locations }) => ({
            group: label,
            items: locations.map((location) => ({ value: placeOf(id, location.id), label: location.name })),
          }))}
        />
      )}
      <Group gap="sm">
        <Button variant="default" onClick={() => setAdding(true)}>
          {words.add}
        </Button>
        {connections.data.length > 0 && (
          <Button variant="subtle" loading={connections.isFetching} onClick={() => void connections.refetch()}>
            {words.again}
          </Button>
        )}
      </Group>
      <AddShopSystem isOpen={isAdding} close={() => setAdding(false)} />
    </Stack>
  );
}
