"use client";

import type { ProductSummary } from "@highstreet/router/features/shelf/shelf.schema.ts";
import { Menu, UnstyledButton } from "@mantine/core";
import Link from "next/link";
import { memo } from "react";
import { everywhereLabel, lackedWords } from "../edits/product-words.ts";
import { useEditProduct } from "../edits/use-edit-product.ts";
import { money, quantity } from "../parts/formats.ts";
import { IconDots, IconEye, IconEyeOff } from "../parts/icons.tsx";
import { texts as shared } from "../parts/texts.ts";
import { useChosenStore, useShop } from "../shell/shop-context.tsx";
import type { Column } from "./columns.tsx";
import { ProductPicture } from "./product-picture.tsx";
import classes from "./product-table.module.css";
import { stockText } from "./stock-badge.tsx";
import { texts } from "./texts.ts";
import { Tick, Toggle } from "./toggle.tsx";
import type { Ticks } from "./use-ticks.ts";

/** The exception that a row shows: a problem at Google, or the stock; undefined for a product without a problem. */
function exceptionOf({ refused, status }: ProductSummary): { tone: "red" | "yellow"; text: string } | undefined {
  if (refused) return { tone: "red", text: shared.notShown[refused] };
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
  columns: Column[];
}

/** Drawn again only if the product or its tick changes, because a page has up to 100 rows. */
export const ProductRow = memo(function ProductRow({ product, isTicked, tick, columns }: ProductRowProps) {
  const { may, base, retailer } = useShop();
  const store = useChosenStore();
  const { hideIn, hideEverywhere } = useEditProduct(product);
  const hide = (hidden: boolean) => (store ? hideIn(store.id, hidden) : hideEverywhere(hidden));
  const name = product.title ?? product.barcode;
  const shown = isShown(product);
  const note = hidingNote(product, store !== undefined);
  const lacked = lackedWords(product.missing);
  const exception = exceptionOf(product);
  const query = store ? `?store=${store.id}` : "";
  return (
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
        {columns.includes("picture") && <ProductPicture src={product.image ?? undefined} />}
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
            <span>{product.barcode}</span>
            {product.edited && product.title && <span className={classes.note}>{texts.edited}</span>}
            {note && <span className={classes.note}>{note}</span>}
            {lacked && <span className={classes.note}>{lacked}</span>}
          </span>
        </div>
      </td>
      {columns.includes("brand") && (
        <td role="cell" className={classes.brand}>
          <bdi>{product.brand}</bdi>
        </td>
      )}
      {columns.includes("price") && (
        <td role="cell" className={classes.price}>
          {priceOf(product)}
        </td>
      )}
      {columns.includes("quantity") && (
        <td role="cell" className={classes.quantity}>
          {stockText(product)}
        </td>
      )}
      {columns.includes("stores") && (
        <td role="cell" className={classes.quantity}>
          {quantity(product.stores)}
        </td>
      )}
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
      <td role="cell" className={classes.actions} data-screen>
        {!retailer.isOfStores && <RowMenu product={product} name={name} hideEverywhere={hideEverywhere} />}
      </td>
    </tr>
  );
});

type Hidden = Pick<ProductSummary, "stores" | "hiddenIn" | "hiddenEverywhere">;

/** Whether at least one of the stores shows the product. */
const isShown = ({ hiddenIn, stores }: Hidden): boolean => hiddenIn < stores;

function hidingNote(product: Hidden, isInOneStore: boolean): string {
  const { hiddenIn, stores, hiddenEverywhere } = product;
  if (isShown(product) && isInOneStore) return hiddenEverywhere ? texts.hiddenExceptHere : "";
  if (isShown(product)) return hiddenIn > 0 ? texts.hiddenIn(hiddenIn, stores) : "";
  return isInOneStore && !hiddenEverywhere ? texts.hiddenHere : texts.hiddenEverywhere;
}

interface RowMenuProps {
  product: ProductSummary;
  name: string;
  hideEverywhere: (hidden: boolean) => void;
}

function RowMenu({ product, name, hideEverywhere }: RowMenuProps) {
  const { may, whyNot } = useShop();
  const hidden = !product.hiddenEverywhere;
  const mayEdit = may("customizations.edit");
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <UnstyledButton className={classes.more} aria-label={texts.actionsOf(name)}>
          <IconDots size={18} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          disabled={!mayEdit}
          title={mayEdit ? undefined : whyNot}
          leftSection={hidden ? <IconEyeOff size={16} aria-hidden="true" /> : <IconEye size={16} aria-hidden="true" />}
          onClick={() => hideEverywhere(hidden)}
        >
          {everywhereLabel(hidden)}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
