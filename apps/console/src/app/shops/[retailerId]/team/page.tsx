import { loadShop } from "../../../../server/load-shop.ts";
import { Prefetched } from "../../../../server/prefetched.tsx";
import { NotYours } from "../../../../ui/parts/page-head.tsx";
import { Team } from "../../../../ui/team/team.tsx";
import { texts } from "../../../../ui/team/texts.ts";
import { pageTitle } from "../../../shop-page.tsx";

export const generateMetadata = pageTitle(() => texts.title);

export default async function TeamPage({ params }: PageProps<"/shops/[retailerId]/team">) {
  const { retailerId } = await params;
  const { mayCall } = await loadShop(retailerId);
  if (!mayCall.includes("staff.list")) return <NotYours title={texts.title} text={texts.notYours} />;
  return (
    <Prefetched load={(trpc, queries) => [queries.prefetchQuery(trpc.staff.list.queryOptions({ retailerId }))]}>
      <Team retailerId={retailerId} />
    </Prefetched>
  );
}
