import { redirect } from "next/navigation";
import { orNotFound, signedIn } from "../../../../server/caller.ts";
import { loadShop, loadStore } from "../../../../server/load-shop.ts";
import { type Load, Prefetched } from "../../../../server/prefetched.tsx";
import { Setup } from "../../../../ui/setup/setup.tsx";
import { isStep, type Step, setupAddress } from "../../../../ui/setup/step-address.ts";
import { texts } from "../../../../ui/setup/texts.ts";
import { StoreProvider } from "../../../../ui/shell/shop-context.tsx";
import { pageTitle } from "../../../shop-page.tsx";

export const generateMetadata = pageTitle(() => texts.page);

/** The queries of a step, except those that need a store which does not exist yet. */
const load =
  (step: Step, input: { retailerId: string; storeId?: string }, storeId: string | undefined): Load =>
  (trpc, queries) => {
    const { retailerId } = input;
    const setup = queries.prefetchQuery(trpc.overview.setup.queryOptions(input));
    if (step === "shop") return [setup, queries.prefetchQuery(trpc.retailers.get.queryOptions({ retailerId }))];
    if (!storeId) return [setup];
    const ids = { retailerId, storeId };
    if (step === "store") return [setup, queries.prefetchQuery(trpc.stores.get.queryOptions(ids))];
    if (step === "till" || step === "stock")
      return [setup, queries.prefetchQuery(trpc.inventory.getSource.queryOptions(ids))];
    if (step === "live") return [setup];
    return [
      setup,
      queries.prefetchQuery(trpc.channels.catalogue.queryOptions({})),
      queries.prefetchQuery(trpc.channels.list.queryOptions(ids)),
      queries.prefetchQuery(trpc.channels.obstacles.queryOptions(ids)),
    ];
  };

/** The set-up of a shop. Without a step in the address, opens the next step. */
export default async function SetupPage({ params, searchParams }: PageProps<"/shops/[retailerId]/setup">) {
  const [{ retailerId }, { step, store: chosen }] = await Promise.all([params, searchParams]);
  // The steps change the shop.
  if ((await loadShop(retailerId)).retailer.isOfStores) redirect(`/shops/${retailerId}`);
  const input = { retailerId, ...(typeof chosen === "string" && { storeId: chosen }) };
  const api = await signedIn();
  const { store: found, next } = await orNotFound(api.overview.setup(input));
  if (!isStep(step)) redirect(setupAddress(`/shops/${retailerId}`, next ?? "live", input.storeId));
  const store = found ? await loadStore(retailerId, found.id) : undefined;
  return (
    <StoreProvider store={store}>
      <Prefetched load={load(step, input, store?.id)}>
        <Setup step={step} chosenStoreId={input.storeId} />
      </Prefetched>
    </StoreProvider>
  );
}
