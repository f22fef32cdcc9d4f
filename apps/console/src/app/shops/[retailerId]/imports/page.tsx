import { OneStore } from "../../../../server/one-store.tsx";
import { pageTitle } from "../../../../server/page-title.ts";
import type { Load } from "../../../../server/prefetched.tsx";
import { Inventory } from "../../../../ui/inventory/inventory.tsx";
import { texts } from "../../../../ui/inventory/texts.ts";

export const generateMetadata = pageTitle(texts.title, "one store");

const load =
  (ids: { retailerId: string; storeId: string }): Load =>
  (trpc, queries) => [
    queries.prefetchQuery(trpc.inventory.getSource.queryOptions(ids)),
    queries.prefetchQuery(trpc.inventory.listIngests.queryOptions({ ...ids, feeds: true, page: { size: 100 } })),
  ];

export default function ImportsPage(page: PageProps<"/shops/[retailerId]/imports">) {
  return (
    <OneStore page={page} title={texts.title} load={load}>
      <Inventory />
    </OneStore>
  );
}
