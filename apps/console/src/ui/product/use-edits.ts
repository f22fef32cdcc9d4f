import { useQuery } from "@tanstack/react-query";
import { MOST_COUNTED } from "../frame/product-words.ts";
import { useTRPC } from "../frame/trpc.ts";
import { useShop } from "../shell/shop-context.tsx";

/** The edit of a product for all stores, and the number of stores with a setting of their own that hides or shows the product. */
export function useEdits({ barcode }: { barcode: string }) {
  const trpc = useTRPC();
  const { retailerId } = useShop();
  const input = { retailerId, barcode, page: { size: MOST_COUNTED } };
  const query = useQuery(trpc.customizations.list.queryOptions(input));
  const records = query.data && "data" in query.data ? query.data.data : [];
  return {
    query,
    forAllStores: records.find(({ storeId }) => storeId === null),
    storesWithOwn: records.filter(({ storeId, hidden }) => storeId !== null && hidden !== null).length,
  };
}
