"use client";

import { Button, Skeleton, Stack } from "@mantine/core";
import { IconBuildingStore } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Blank } from "../frame/blank.tsx";
import { LoadFailed } from "../frame/load-failed.tsx";
import page from "../frame/page.module.css";
import { PageHead } from "../frame/page-head.tsx";
import { Panel } from "../frame/panel.tsx";
import { useTRPC } from "../frame/trpc.ts";
import { useShop } from "../shell/shop-context.tsx";
import { texts as shellTexts } from "../shell/texts.ts";
import { StoreTable } from "../stores/store-table.tsx";
import { homeStores } from "./home-stores.ts";
import { Tasks } from "./tasks.tsx";
import { texts } from "./texts.ts";

const EACH = 30_000;

/** The tasks of the shop, and the state of its stores. */
export function Home() {
  const trpc = useTRPC();
  const { retailer, retailerId, base, stores: first } = useShop();
  const tasks = useQuery(trpc.overview.tasks.queryOptions({ retailerId }, { refetchInterval: EACH }));
  const stores = useQuery(trpc.overview.stores.queryOptions(homeStores(retailerId), { refetchInterval: EACH }));
  const queries = [tasks, stores];
  const failed = queries.find(({ error }) => error)?.error;
  if (first.total === 0) {
    return (
      <>
        <PageHead title={texts.title} text={retailer.name} />
        <Blank
          icon={<IconBuildingStore size={28} stroke={1.6} />}
          title={shellTexts.noStore}
          text={shellTexts.noStoreText}
        >
          <Button component={Link} href={`${base}/stores?add=1`}>
            {shellTexts.addStore}
          </Button>
        </Blank>
      </>
    );
  }
  return (
    <div className={page.page}>
      <PageHead title={texts.title} text={retailer.name} />
      <Stack gap="md">
        {failed && (
          <LoadFailed
            message={failed.message}
            retry={() => void Promise.all(queries.map(({ refetch }) => refetch()))}
          />
        )}
        {tasks.data ? <Tasks {...tasks.data} /> : !failed && <Skeleton height={180} radius="lg" />}
        {stores.data ? (
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
        ) : (
          !failed && <Skeleton height={220} radius="lg" />
        )}
      </Stack>
    </div>
  );
}
