"use client";

import type { Product } from "@highstreet/router/features/shelf/shelf.schema.ts";
import { Stack } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "../parts/trpc.ts";
import { useShop } from "../shell/shop-context.tsx";
import { AddPicture, useAddPicture } from "./add-picture.tsx";
import { ListingPreview } from "./listing-preview.tsx";

/** The listing in a store for a person of chosen stores, who can change its picture. */
export function StorePicture({ product, storeId }: { product: Product; storeId: string }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { retailerId, may } = useShop();
  const { barcode, title, brand, images } = product;
  const item = useQuery(trpc.inventory.getItem.queryOptions({ retailerId, storeId, barcode }));
  const picture = useAddPicture(() => queries.invalidateQueries(), { store: storeId, barcode });
  const image = (item.data?.images ?? images)[0];
  return (
    <Stack>
      <ListingPreview product={product} title={title} brand={brand} image={image} />
      {may("pictures.put") && <AddPicture {...picture} />}
    </Stack>
  );
}
