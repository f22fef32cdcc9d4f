"use client";

import { Box, NativeSelect, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LoadFailed } from "../frame/load-failed.tsx";
import { Panel } from "../frame/panel.tsx";
import { useTRPC } from "../frame/trpc.ts";
import { useShop } from "../shell/shop-context.tsx";
import { StoreForm } from "../stores/store-form.tsx";
import { texts } from "./texts.ts";

/** The settings of one store of the shop. */
export function StorePanel() {
  const trpc = useTRPC();
  const { retailerId, stores } = useShop();
  const [storeId, setStoreId] = useState(stores.data[0]?.id ?? "");
  const { data, error, refetch } = useQuery(
    trpc.stores.get.queryOptions({ retailerId, storeId }, { enabled: storeId !== "" }),
  );
  return (
    <Panel title={texts.store}>
      {storeId === "" && (
        <Text size="sm" c="dimmed">
          {texts.noStore}
        </Text>
      )}
      {stores.data.length > 1 && (
        <NativeSelect
          label={texts.chooseStore}
          maw={420}
          mb="md"
          value={storeId}
          data={stores.data.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => setStoreId(event.currentTarget.value)}
        />
      )}
      {error && <LoadFailed message={error.message} retry={() => void refetch()} />}
      <Box maw={420}>{data && <StoreForm key={data.id} store={data} />}</Box>
    </Panel>
  );
}
