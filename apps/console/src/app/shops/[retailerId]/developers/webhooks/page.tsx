import type { Load } from "../../../../../server/prefetched.tsx";
import { readSnippets } from "../../../../../server/read-docs.ts";
import { texts } from "../../../../../ui/webhooks/texts.ts";
import { Webhooks } from "../../../../../ui/webhooks/webhooks.tsx";
import { OneStore, pageTitle } from "../../../../shop-page.tsx";

export const generateMetadata = pageTitle(() => texts.title, "one store");

const load =
  (ids: { retailerId: string; storeId: string }): Load =>
  (trpc, queries) => [queries.prefetchQuery(trpc.channels.list.queryOptions(ids))];

export default async function WebhooksPage(page: PageProps<"/shops/[retailerId]/developers/webhooks">) {
  return (
    <OneStore page={page} title={texts.title} load={load}>
      <Webhooks snippets={await readSnippets()} />
    </OneStore>
  );
}
