import { oneStore } from "../../../../server/load-shop.ts";
import { Prefetched } from "../../../../server/prefetched.tsx";
import { Rules } from "../../../../ui/rules/rules.tsx";
import { texts } from "../../../../ui/rules/texts.ts";
import { StoreProvider } from "../../../../ui/shell/shop-context.tsx";
import { pageTitle } from "../../../shop-page.tsx";

export const generateMetadata = pageTitle(() => texts.title);

export default async function RulesPage(page: PageProps<"/shops/[retailerId]/rules">) {
  const [{ retailerId }, store] = await Promise.all([page.params, oneStore(page)]);
  const input = { retailerId, storeId: store?.id };
  return (
    <StoreProvider store={store}>
      <Prefetched load={(trpc, queries) => [queries.prefetchQuery(trpc.rules.list.queryOptions(input))]}>
        <Rules />
      </Prefetched>
    </StoreProvider>
  );
}
