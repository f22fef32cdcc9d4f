import { notFound } from "next/navigation";
import { environment } from "../../../../../server/environment.ts";
import type { Load } from "../../../../../server/prefetched.tsx";
import { Inbox } from "../../../../../ui/inbox/inbox.tsx";
import { texts } from "../../../../../ui/inbox/texts.ts";
import { OneStore, pageTitle } from "../../../../shop-page.tsx";

export const generateMetadata = pageTitle(() => texts.title, "one store");

const load =
  (ids: { retailerId: string; storeId: string }): Load =>
  (trpc, queries) => [queries.prefetchQuery(trpc.inbox.calls.queryOptions(ids))];

export default function InboxPage(page: PageProps<"/shops/[retailerId]/developers/inbox">) {
  if (!environment.webhookInbox) notFound();
  return (
    <OneStore page={page} title={texts.title} load={load}>
      <Inbox />
    </OneStore>
  );
}
