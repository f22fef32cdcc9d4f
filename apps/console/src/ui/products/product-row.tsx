"use client";

import type { ProductSummary } from "@highstreet/router/features/inventory/find-products.schema.ts";
import Link from "next/link";
import { memo } from "react";
import { money } from "../frame/formats.ts";
import { Tick, Toggle } from "../frame/toggle.tsx";
import { useEditProduct } from "../frame/use-edit-product.tsx";
import { useShop } from "../shell/shop-context.tsx";
import { useChosenStore } from "../shell/store-context.tsx";
import { hidingNote, isShown } from "./hiding-note.ts";
import { ProductPicture } from "./product-picture.tsx";
import classes from "./product-table.module.css";
import { RowMenu } from "./row-menu.tsx";
import { stockText } from "./stock-badge.tsx";
import { texts } from "./texts.ts";
import type { Ticks } from "./use-ticks.ts";

/** The exception that a row shows: a problem at Google, or the stock; undefined for a product without a problem. */
function exceptionOf({ refused, status }: ProductSummary): { tone: "red" | "yellow"; text: string } | undefined {
  if (refused) return { tone: "red", text: texts.because[refused] };
  if (status === "out_of_stock") return { tone: "red", text: texts.statuses.out_of_stock };
  return status === "low_stock" ? { tone: "yellow", text: texts.statuses.low_stock } : undefined;
}

function priceOf({ price, highestPrice, currency }: ProductSummary): string {
  return price === highestPrice
    ? money(price, currency)
    : `${money(price, currency)} – ${money(highestPrice, currency)}`;
}

interface ProductRowProps {
  product: ProductSummary;
  /** undefined: the user may not edit. */
  isTicked: boolean | undefined;
  tick: Ticks["tick"] | undefined;
}

/** One product of the list. Drawn again only if the product or its tick changes, because a page has up to 100 rows. */
export const ProductRow = memo(function ProductRow({ product, isTicked, tick }: ProductRowProps) {
  const { may, base } = useShop();
  const store = useChosenStore();
  const { hideIn, hideEverywhere } = useEditProduct(product);
  const hide = (hidden: boolean) => (store ? hideIn(store.id, hidden) : hideEverywhere(hidden));
  const name = product.title ?? product.barcode;
  const shown = isShown(product);
  const note = hidingNote(product, store !== undefined);
  const exception = exceptionOf(product);
  const query = store ? `?store=${store.id}` : "";
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: a narrow window shows cards; without roles, screen readers find no table
    <tr role="row" className={classes.row} data-hidden={!shown || undefined}>
      {tick && (
        <td role="cell" className={classes.tick}>
          <Tick
            label={texts.bulk.tick(name)}
            isOn={isTicked ?? false}
            onChange={(isOn) => tick([product.barcode], isOn)}
          />
        </td>
      )}
      <td role="cell" className={classes.product}>
        <ProductPicture src={product.image ?? undefined} name={name} />
        <div className={classes.names}>
          <Link
            href={`${base}/products/${encodeURIComponent(product.barcode)}${query}`}
            prefetch={false}
            className={classes.name}
            title={name}
          >
            {name}
          </Link>
          <span className={classes.facts}>
            <span className={classes.short}>
              {priceOf(product)} · {stockText(product)}
            </span>
            <span className={classes.barcode}>{product.barcode}</span>
            {product.edited && product.title && <span className={classes.note}>{texts.edited}</span>}
            {note && <span className={classes.note}>{note}</span>}
          </span>
        </div>
      </td>
      <td role="cell" className={classes.price}>
        {priceOf(product)}
      </td>
      <td role="cell" className={classes.quantity}>
        {stockText(product)}
      </td>
      <td role="cell" className={classes.exception}>
        {exception && (
          <span className={classes.badge} data-tone={exception.tone}>
            {exception.text}
          </span>
        )}
      </td>
      <td role="cell" className={classes.here}>
        {may("customizations.edit") ? (
          <Toggle label={`${texts.visible}: ${name}`} isOn={shown} onChange={(isOn) => hide(!isOn)} />
        ) : (
          <span className={classes.word}>{shown ? texts.visible : texts.hidden}</span>
        )}
      </td>
      <td role="cell" className={classes.menu}>
        <RowMenu product={product} name={name} hideEverywhere={hideEverywhere} />
      </td>
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
});
