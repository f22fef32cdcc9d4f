"use client";

import type { Product } from "@highstreet/router/features/inventory/inventory.schema.ts";
import { Anchor } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { LoadFailed } from "../frame/load-failed.tsx";
import { PageHead } from "../frame/page-head.tsx";
import { PageSkeleton } from "../frame/page-skeleton.tsx";
import { useTRPC } from "../frame/trpc.ts";
import { useShop } from "../shell/shop-context.tsx";
import { useChosenStore } from "../shell/store-context.tsx";
import { HideInAllStores } from "./hide-in-all-stores.tsx";
import { HideNote } from "./hide-note.tsx";
import { HideUntil } from "./hide-until.tsx";
import { ProductData } from "./product-data.tsx";
import { ProductHistory } from "./product-history.tsx";
import classes from "./product-page.module.css";
import { StoreMatrix } from "./store-matrix.tsx";
import { texts } from "./texts.ts";

/** One product in all stores of the shop. */
export function ProductPage({ barcode }: { barcode: string }) {
  const trpc = useTRPC();
  const { retailerId } = useShop();
  const product = useQuery(trpc.inventory.getProduct.queryOptions({ retailerId, barcode }));
  if (product.data) return <Loaded product={product.data} />;
  if (product.error) return <LoadFailed message={product.error.message} retry={() => void product.refetch()} />;
  return <PageSkeleton />;
}

function Loaded({ product }: { product: Product }) {
  const { base } = useShop();
  const store = useChosenStore();
  const [isEditing, setEditing] = useState(false);
  const name = product.title ?? product.barcode;
  return (
    <div className={classes.page}>
      <Anchor
        component={Link}
        href={`${base}/products${store ? `?store=${store.id}` : ""}`}
        size="sm"
        className={classes.back}
      >
        <IconArrowLeft size={16} aria-hidden="true" />
        {texts.back}
      </Anchor>
      <PageHead help="product" title={name} text={[product.brand, product.barcode].filter(Boolean).join(" · ")}>
        <HideUntil product={product} />
        <HideInAllStores product={product} />
      </PageHead>
      <HideNote product={product} />
      <StoreMatrix product={product} name={name} editData={() => setEditing(true)} />
      <ProductData product={product} isEditing={isEditing} setEditing={setEditing} />
      <ProductHistory barcode={product.barcode} />
    </div>
  );
}
