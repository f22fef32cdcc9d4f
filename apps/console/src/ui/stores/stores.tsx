"use client";

import { Button, Group, Pagination, Skeleton } from "@mantine/core";
import { useDebouncedValue, useDisclosure } from "@mantine/hooks";
import { IconBuildingStore, IconPlus } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { Blank } from "../frame/blank.tsx";
import { count } from "../frame/formats.ts";
import { LoadFailed } from "../frame/load-failed.tsx";
import page from "../frame/page.module.css";
import { PageHead } from "../frame/page-head.tsx";
import panel from "../frame/panel.module.css";
import { SearchInput } from "../frame/search-input.tsx";
import { useTRPC } from "../frame/trpc.ts";
import { useShop } from "../shell/shop-context.tsx";
import { StoreDialog } from "./store-dialog.tsx";
import { StoreMenu } from "./store-menu.tsx";
import { StoreTable } from "./store-table.tsx";
import { texts } from "./texts.ts";

const PAGE = 50;

/** The stores of a shop with their state. Stores can be added, changed and deleted. */
export function Stores() {
  const trpc = useTRPC();
  const { retailerId, may, whyNot } = useShop();
  const mayAdd = may("stores.create");
  // A link from another page opens the form: ?add=1.
  const isWanted = useSearchParams().get("add") === "1";
  const [isAdding, adding] = useDisclosure(isWanted && mayAdd);
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
      <StoreDialog isOpen={isAdding} close={adding.close} />
    </div>
  );
}
