import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../frame/trpc.ts";
import { useShop } from "../shell/shop-context.tsx";

/** The edit of a product for all stores. */
export function useEdits({ barcode }: { barcode: string }) {
  const trpc = useTRPC();
  const { retailerId } = useShop();
  const query = useQuery(trpc.customizations.list.queryOptions({ retailerId, barcode, page: { size: 100 } }));
  const records = query.data && "data" in query.data ? query.data.data : [];
  return { query, forAllStores: records.find(({ storeId }) => storeId === null) };
}
