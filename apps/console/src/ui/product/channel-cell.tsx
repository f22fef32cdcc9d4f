"use client";

import type { Product } from "@highstreet/router/features/inventory/inventory.schema.ts";
import { fixTargetOf, isListingProblem } from "@highstreet/router/features/inventory/visibility.schema.ts";
import { Button } from "@mantine/core";
import Link from "next/link";
import { BusyButton } from "../frame/busy-button.tsx";
import { channelName, reasonWords } from "../frame/product-words.ts";
import { useEditProduct, useIsEditing } from "../frame/use-edit-product.tsx";
import { useShop } from "../shell/shop-context.tsx";
import classes from "./store-matrix.module.css";
import { texts } from "./texts.ts";

type InStore = Product["stores"][number];
type Reason = InStore["visibility"][number]["reasons"][number];

interface ChannelCellProps {
  visibility: InStore["visibility"][number];
  store: InStore;
  product: Product;
  editData: () => void;
}

/** What one channel shows of the product in one store: the first reason, and the button that changes it. */
export function ChannelCell({ visibility, store, product, editData }: ChannelCellProps) {
  const [reason] = visibility.reasons;
  if (!reason) return null;
  const { code, message } = reason;
  return (
    <div className={classes.cell}>
      <span
        className={classes.state}
        data-shown={visibility.visible || undefined}
        data-wrong={isListingProblem(code) || undefined}
      >
        <span className={classes.dot} aria-hidden="true" />
        {reasonWords[code]}
      </span>
      {isListingProblem(code) && <span className={classes.why}>{message}</span>}
      <FixButton reason={reason} visibility={visibility} store={store} product={product} editData={editData} />
    </div>
  );
}

/** The call in `fix`, as a button. A channel's set-up is a link to its page. */
function FixButton({ reason, visibility, store, product, editData }: ChannelCellProps & { reason: Reason }) {
  const { base, retailerId, may } = useShop();
  const { mutate, editEverywhere } = useEditProduct(product);
  const isEditing = useIsEditing(product.barcode);
  const { code, fix } = reason;
  if (!fix) return null;
  const target = fixTargetOf(fix.path);
  const label = (target === "all stores" && texts.fixesForAll[code]) || texts.fixes[code];
  if (!label) return null;
  const name = `${label}: ${channelName(visibility.channel)}, ${store.storeName}`;
  if (target === "channels") {
    return (
      <Button
        component={Link}
        href={`${base}/channels?store=${store.storeId}`}
        size="compact-sm"
        variant="subtle"
        aria-label={name}
      >
        {label}
      </Button>
    );
  }
  if (!may("customizations.edit")) return null;
  const { hidden, channels } = fix.body ?? {};
  const body = { hidden, channels };
  function apply(): void {
    if (fix?.missing.length) editData();
    else if (target === "store") mutate({ retailerId, storeId: store.storeId, barcode: product.barcode, body });
    else editEverywhere(body);
  }
  // The list of channels is that of the loaded product. A second edit waits until the product is loaded again.
  return (
    <BusyButton size="compact-sm" variant="subtle" aria-label={name} isBusy={isEditing} onClick={apply}>
      {label}
    </BusyButton>
  );
}
