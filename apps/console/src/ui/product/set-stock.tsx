"use client";

import type { Product } from "@highstreet/router/features/shelf/shelf.schema.ts";
import { Group, NumberInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { showEdit } from "../edits/undo.tsx";
import { BusyButton, Form } from "../parts/form.tsx";
import { quantity } from "../parts/formats.ts";
import { Hint } from "../parts/hint.tsx";
import { Notice } from "../parts/notice.tsx";
import { useTRPC, useTRPCClient } from "../parts/trpc.ts";
import { useShop } from "../shell/shop-context.tsx";
import { texts } from "./texts.ts";

/** As the database keeps it. */
const MAX_QUANTITY = 9_999_999_999;

interface SetStockProps {
  barcode: string;
  store: Product["stores"][number];
  done?: () => void;
}

/** The quantity in one store, as a person counts it. Says what the till of the store does with it. */
export function SetStock({ barcode, store, done }: SetStockProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queries = useQueryClient();
  const { retailerId } = useShop();
  const ids = { retailerId, storeId: store.storeId };
  const { data: source } = useQuery(trpc.inventory.getSource.queryOptions(ids));
  // `seen`: the quantity when the person began to type. After a sale in between, the number is refused, and the person decides again.
  const [typed, setTyped] = useState<{ value: number | string; seen: number | null }>();
  const { value, seen } = typed ?? { value: store.quantity ?? "", seen: store.quantity };
  const saving = useMutation({
    mutationFn: async (counted: number) => {
      const body = [{ barcode, quantity: counted, ...(seen !== null && { expectedQuantity: seen }) }];
      const { id, validLines } = await client.inventory.patchStock.mutate({ ...ids, body });
      if (validLines) return;
      const { data } = await client.inventory.listRejections.query({ ...ids, ingestId: id, page: {} });
      const current = data.find(({ code }) => code === "quantity_differs")?.currentQuantity;
      if (current === undefined) throw new Error(texts.stock.refused);
      setTyped({ value: counted, seen: current });
      throw new Error(texts.stock.differs(current === null ? texts.stock.unknown : quantity(current)));
    },
    onSuccess: async (_, counted) => {
      showEdit(texts.stock.done(quantity(counted), store.storeName));
      const parts = [trpc.inventory, trpc.history, trpc.overview];
      await Promise.all(parts.map((part) => queries.invalidateQueries(part.pathFilter())));
      setTyped(undefined);
      done?.();
    },
  });
  return (
    <Form
      gap="xs"
      submit={() => {
        if (typeof value === "number" && !saving.isPending) saving.mutate(value);
      }}
    >
      <Group gap="sm" align="end" wrap="nowrap">
        <NumberInput
          flex={1}
          label={texts.stock.label(store.storeName)}
          min={0}
          max={MAX_QUANTITY}
          decimalScale={3}
          hideControls
          inputMode="decimal"
          value={value}
          onChange={(typing) => setTyped({ value: typing, seen })}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <BusyButton type="submit" isBusy={saving.isPending} disabled={typeof value !== "number" || value === seen}>
          {texts.stock.save}
        </BusyButton>
      </Group>
      {source?.provider && source.status !== "disconnected" && <Hint>{texts.stock.replaced}</Hint>}
      {saving.error && <Notice tone="error">{saving.error.message}</Notice>}
    </Form>
  );
}
