import { showsAllStores } from "../../../../server/load-shop.ts";
import { type Load, Prefetched } from "../../../../server/prefetched.tsx";
import { FilesOfAllStores } from "../../../../ui/inventory/files-of-all-stores.tsx";
import { Inventory } from "../../../../ui/inventory/inventory.tsx";
import { texts } from "../../../../ui/inventory/texts.ts";
import { OneStore, pageTitle } from "../../../shop-page.tsx";

export const generateMetadata = pageTitle(() => texts.title, "one store");

const load =
  (ids: { retailerId: string; storeId: string }): Load =>
  (trpc, queries) => [
    queries.prefetchQuery(trpc.inventory.getSource.queryOptions(ids)),
    queries.prefetchQuery(trpc.inventory.listIngests.queryOptions({ ...ids, feeds: true, page: { size: 100 } })),
  ];

export default async function ImportsPage(page: PageProps<"/shops/[retailerId]/imports">) {
  if (await showsAllStores(page)) {
    const { retailerId } = await page.params;
    return (
      <Prefetched
        load={(trpc, queries) => [queries.prefetchQuery(trpc.inventory.getFileSource.queryOptions({ retailerId }))]}
      >
        <FilesOfAllStores />
      </Prefetched>
    );
  }
  return (
    <OneStore page={page} title={texts.title} load={load}>
      <Inventory />
    </OneStore>
  );
}
