import type { Load } from "../../../../server/prefetched.tsx";
import { Channels } from "../../../../ui/channels/channels.tsx";
import { texts } from "../../../../ui/channels/texts.ts";
import { OneStore, pageTitle } from "../../../shop-page.tsx";

export const generateMetadata = pageTitle(() => texts.title, "one store");

const load =
  (ids: { retailerId: string; storeId: string }): Load =>
  (trpc, queries) => [
    queries.prefetchQuery(trpc.channels.catalogue.queryOptions({})),
    queries.prefetchQuery(trpc.channels.list.queryOptions(ids)),
    queries.prefetchQuery(trpc.channels.obstacles.queryOptions(ids)),
  ];

export default function ChannelsPage(page: PageProps<"/shops/[retailerId]/channels">) {
  return (
    <OneStore page={page} title={texts.title} load={load}>
      <Channels />
    </OneStore>
  );
}
