import { loadShop } from "../../../../server/load-shop.ts";
import { Prefetched } from "../../../../server/prefetched.tsx";
import { NotYours } from "../../../../ui/parts/page-head.tsx";
import { Settings } from "../../../../ui/settings/settings.tsx";
import { texts } from "../../../../ui/settings/texts.ts";
import { pageTitle } from "../../../shop-page.tsx";

export const generateMetadata = pageTitle(() => texts.title);

export default async function SettingsPage({ params }: PageProps<"/shops/[retailerId]/settings">) {
  const { retailerId } = await params;
  const { mayCall } = await loadShop(retailerId);
  if (!mayCall.includes("retailers.get")) return <NotYours title={texts.title} text={texts.notYours} />;
  return (
    <Prefetched
      load={(trpc, queries) => [
        queries.prefetchQuery(trpc.retailers.get.queryOptions({ retailerId })),
        queries.prefetchQuery(trpc.alerts.get.queryOptions({ retailerId })),
      ]}
    >
      <Settings />
    </Prefetched>
  );
}
