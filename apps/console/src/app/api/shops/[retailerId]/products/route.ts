import { productsCsv } from "../../../../../server/feeds/csv.ts";
import { staffRoute } from "../../../../../server/staff-route.ts";
import { findInputOf, readFilters } from "../../../../../ui/products/product-address.ts";

export const GET = staffRoute<{ retailerId: string }>(async ({ params, asked, api }) => {
  const { retailerId, filter, order } = findInputOf(params.retailerId, readFilters(asked));
  const products = await api.inventory.exportProducts({ retailerId, filter, order });
  return new Response(productsCsv(products), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="products.csv"`,
      "cache-control": "no-store",
    },
  });
});
