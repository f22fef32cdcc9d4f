"use client";

import type { Product } from "@highstreet/router/features/inventory/inventory.schema.ts";
import { Button } from "@mantine/core";
import Link from "next/link";
import { useShop } from "../shell/shop-context.tsx";
import classes from "./store-matrix.module.css";
import { texts } from "./texts.ts";
import { useEditProduct } from "./use-edit-product.ts";

type InStore = Product["stores"][number];
type Reason = InStore["visibility"][number]["reasons"][number];

interface ChannelCellProps {
  visibility: InStore["visibility"][number];
  store: InStore;
  product: { barcode: string; name: string };
  editData: () => void;
}

const isProblem = (code: Reason["code"]): boolean => code === "ListingRejected" || code === "ListingDisapproved";

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
        data-wrong={isProblem(code) || undefined}
      >
        <span className={classes.dot} aria-hidden="true" />
        {texts.reasons[code]}
      </span>
      {isProblem(code) && <span className={classes.why}>{message}</span>}
      <FixButton reason={reason} visibility={visibility} store={store} product={product} editData={editData} />
    </div>
  );
}

/** The call in `fix`, as a button. A channel's set-up is a link to its page. */
function FixButton({ reason, visibility, store, product, editData }: ChannelCellProps & { reason: Reason }) {
  const { base, may } = useShop();
  const { edit, isPending } = useEditProduct(product);
  const { code, fix } = reason;
  const label = texts.fixes[code];
  if (!label || !fix) return null;
  const name = `${label}: ${texts.channels[visibility.channel] ?? visibility.channel}, ${store.storeName}`;
  if (fix.path.includes("/channels")) {
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
  const isHere = fix.path.includes("/stores/");
  const { hidden, channels } = fix.body ?? {};
  const apply = () =>
    fix.missing.length
      ? editData()
      : void edit({ hidden, channels }, isHere ? store.storeId : undefined).catch(() => undefined);
  return (
    <Button size="compact-sm" variant="subtle" aria-label={name} aria-busy={isPending} onClick={apply}>
      {label}
    </Button>
  );
}
