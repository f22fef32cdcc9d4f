"use client";

import { Box, Input, Skeleton, Text } from "@mantine/core";
import { IconMapPin } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LoadFailed } from "../frame/load-failed.tsx";
import { Panel } from "../frame/panel.tsx";
import { Picker } from "../frame/picker.tsx";
import { useTRPC } from "../frame/trpc.ts";
import { useShop } from "../shell/shop-context.tsx";
import { texts as shell } from "../shell/texts.ts";
import { useFindStores } from "../shell/use-find-stores.ts";
import { StoreForm } from "../stores/store-form.tsx";
import { texts } from "./texts.ts";

/** The settings of one store of the shop. */
export function StorePanel() {
  const trpc = useTRPC();
  const { retailerId, stores: first } = useShop();
  const [storeId, setStoreId] = useState(first.data[0]?.id ?? "");
  const [text, setText] = useState("");
  const { stores, isLoading } = useFindStores(text);
  const {
    data,
    error,
    refetch,
    isLoading: isOpening,
  } = useQuery(trpc.stores.get.queryOptions({ retailerId, storeId }, { enabled: storeId !== "" }));
  return (
    <Panel title={texts.store}>
      {storeId === "" && (
        <Text size="sm" c="dimmed">
          {texts.noStore}
        </Text>
      )}
      {first.total > 1 && (
        <Input.Wrapper label={texts.chooseStore} labelElement="div" role="group" aria-label={texts.chooseStore} mb="md">
          <Picker
            icon={<IconMapPin size={18} stroke={1.7} />}
            search={shell.findStore}
            choices={stores.map(({ id, name, city }) => ({ value: id, name, note: city }))}
            current={storeId}
            onSearch={setText}
            onChoose={setStoreId}
            isLoading={isLoading}
            more={stores.length < first.total && !text ? shell.moreStores(stores.length, first.total) : undefined}
          >
            {data?.name}
          </Picker>
        </Input.Wrapper>
      )}
      {error && <LoadFailed message={error.message} retry={() => void refetch()} />}
      {isOpening && <Skeleton height={320} radius="md" />}
      <Box maw={420}>{data && <StoreForm key={data.id} store={data} />}</Box>
    </Panel>
  );
}
