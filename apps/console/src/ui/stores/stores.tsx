"use client";

import { Button, Group, Pagination, Skeleton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { count } from "../parts/formats.ts";
import { IconBuildingStore, IconPlus } from "../parts/icons.tsx";
import { LoadFailed } from "../parts/notice.tsx";
import page from "../parts/page.module.css";
import { PageHead } from "../parts/page-head.tsx";
import panel from "../parts/panel.module.css";
import { Blank } from "../parts/panel.tsx";
import { SearchInput } from "../parts/search-input.tsx";
import { useTRPC } from "../parts/trpc.ts";
import { useLinkedDialog } from "../parts/use-linked-dialog.ts";
import { useShop } from "../shell/shop-context.tsx";
import { StoreDialog } from "./store-form.tsx";
import { StoreMenu } from "./store-menu.tsx";
import { StoreTable } from "./store-table.tsx";
import { texts } from "./texts.ts";

const PAGE = 50;

export function Stores() {
  const trpc = useTRPC();
  const { retailerId, may, whyNot } = useShop();
  const mayAdd = may("stores.create");
  const adding = useLinkedDialog(mayAdd);
  const [typed, setTyped] = useState("");
  const [pageNumber, setPage] = useState(1);
  const [q] = useDebouncedValue(typed.trim(), 200);
  const input = { retailerId, pageSize: PAGE, pageNumber, ...(q && { q }) };
  const stores = useQuery(trpc.overview.stores.queryOptions(input, { placeholderData: keepPreviousData }));
  const { data = [], total = 0 } = stores.data ?? {};
  // The last store of this page was deleted.
  const lastPage = Math.max(1, Math.ceil(total / PAGE));
  if (pageNumber > lastPage && stores.data && !stores.isPlaceholderData) setPage(lastPage);
  const isEmpty = stores.data !== undefined && total === 0 && !q;
  const add = (
    <Button
      leftSection={<IconPlus size={18} aria-hidden="true" />}
      size="md"
      disabled={!mayAdd}
      title={mayAdd ? undefined : whyNot}
      onClick={adding.open}
    >
      {texts.add}
    </Button>
  );
  return (
    <div className={page.page}>
      <PageHead help="stores" title={texts.title} text={stores.data && !isEmpty ? count(total, "store") : texts.text}>
        {!isEmpty && add}
      </PageHead>
      {stores.error && <LoadFailed message={stores.error.message} retry={() => void stores.refetch()} />}
      {stores.isPending && <Skeleton height={260} radius="lg" />}
      {isEmpty && (
        <Blank icon={<IconBuildingStore size={28} stroke={1.6} />} title={texts.none} text={texts.noneText}>
          {add}
        </Blank>
      )}
      {stores.data && !isEmpty && (
        <section
          className={`${panel.panel} ${panel.part}`}
          aria-label={texts.title}
          aria-busy={stores.isPlaceholderData}
        >
          {(total > PAGE || q) && (
            <SearchInput
              label={texts.find}
              placeholder={texts.find}
              maxLength={200}
              value={typed}
              onChange={(value) => {
                setTyped(value);
                setPage(1);
              }}
            />
          )}
          {data.length > 0 ? (
            <StoreTable stores={data} actions={(store) => <StoreMenu store={store} />} />
          ) : (
            texts.noMatch
          )}
          {total > PAGE && (
            <Group component="nav" aria-label={texts.pages} justify="center">
              <Pagination total={lastPage} value={pageNumber} onChange={setPage} />
            </Group>
          )}
        </section>
      )}
      <StoreDialog isOpen={adding.isOpen} close={adding.close} />
    </div>
  );
}
