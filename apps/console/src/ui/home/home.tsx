"use client";

import { Button, Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { LoadFailed } from "../frame/load-failed.tsx";
import page from "../frame/page.module.css";
import { PageHead } from "../frame/page-head.tsx";
import { Panel } from "../frame/panel.tsx";
import { useTRPC } from "../frame/trpc.ts";
import { SetupCard } from "../setup/setup-card.tsx";
import { useShop } from "../shell/shop-context.tsx";
import { StoreTable } from "../stores/store-table.tsx";
import { homeStores } from "./home-stores.ts";
import { StockOverTime } from "./stock-over-time.tsx";
import { Tasks } from "./tasks.tsx";
import { texts } from "./texts.ts";
import { Totals } from "./totals.tsx";

/** The tasks of the shop, and the state of its stores. */
export function Home() {
  const trpc = useTRPC();
  const { retailer, retailerId, base, stores: first } = useShop();
  const tasks = useQuery(trpc.overview.tasks.queryOptions({ retailerId }));
  const stores = useQuery(trpc.overview.stores.queryOptions(homeStores(retailerId)));
  const setup = useQuery(trpc.overview.setup.queryOptions({ retailerId }));
  const totals = useQuery(trpc.overview.totals.queryOptions({ retailerId }));
  const queries = [tasks, stores, setup, totals];
  // Without a store, the set-up is all there is to do.
  const hasStore = first.total > 0;
  const failed = queries.find(({ error }) => error)?.error;
  return (
    <div className={page.page}>
      <PageHead help="home" title={texts.title} text={retailer.name} />
      <Stack gap="md">
        {failed && (
          <LoadFailed
            message={failed.message}
            retry={() => void Promise.all(queries.map(({ refetch }) => refetch()))}
          />
        )}
        {setup.data && <SetupCard setup={setup.data} />}
        {hasStore && (tasks.data ? <Tasks {...tasks.data} /> : !failed && <Skeleton height={180} radius="lg" />)}
        {hasStore && totals.data && <Totals {...totals.data} />}
        {hasStore && <StockOverTime />}
        {hasStore && stores.data && (
          <Panel
            title={texts.stores}
            aside={
              <Button component={Link} href={`${base}/stores`} variant="subtle" size="compact-md">
                {texts.allStores}
              </Button>
            }
          >
            <StoreTable stores={stores.data.data} />
          </Panel>
        )}
        {hasStore && !stores.data && !failed && <Skeleton height={220} radius="lg" />}
      </Stack>
    </div>
  );
}
