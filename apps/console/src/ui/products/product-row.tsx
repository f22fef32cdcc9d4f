"use client";

import { type Hiding, hidingOf } from "@highstreet/router/features/inventory/hiding.schema.ts";
import type { Item } from "@highstreet/router/features/inventory/inventory.schema.ts";
import { Switch, Tooltip } from "@mantine/core";
import { money, quantity } from "../frame/formats.ts";
import { useStore } from "../shell/store-context.tsx";
import { HideEverywhere } from "./hide-everywhere.tsx";
import { ProductPicture } from "./product-picture.tsx";
import classes from "./product-table.module.css";
import { StockBadge } from "./stock-badge.tsx";
import { useHideProduct } from "./use-hide-product.ts";

/** Where a product is hidden, in words; empty if it is not hidden. */
const notes: Record<Hiding, string> = {
  shown: "",
  hidden_here: "Hidden here",
  hidden_everywhere: "Hidden in all stores",
  shown_here: "Hidden in all stores, shown here",
};

/** One product: a row, or a card in a narrow window. */
export function ProductRow({ item }: { item: Item }) {
  const { may, whyNot } = useStore();
  const { hideHere, hideEverywhere } = useHideProduct(item);
  const name = item.title ?? item.barcode;
  const note = notes[hidingOf(item)];
  const mayEdit = may("customizations.edit");
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: a narrow window shows cards; without roles, screen readers find no table
    <tr role="row" className={classes.row} data-hidden={item.hidden || undefined}>
      <td role="cell" className={classes.product}>
        <ProductPicture src={item.images[0]} name={name} />
        <div className={classes.names}>
          <span className={classes.name}>{name}</span>
          <span className={classes.barcode}>
            {item.barcode}
            {note && <span className={classes.note}>{note}</span>}
          </span>
        </div>
      </td>
      <td role="cell" className={classes.price}>
        {money(item.price, item.currency)}
      </td>
      <td role="cell" className={classes.quantity}>
        {quantity(item.quantity)}
        <span className={classes.unit}> on the shelf</span>
      </td>
      <td role="cell" className={classes.stock}>
        <StockBadge status={item.status} />
      </td>
      <td role="cell" className={classes.here}>
        <Tooltip label={whyNot} disabled={mayEdit} multiline maw={260}>
          <Switch
            label="Shown here"
            labelPosition="left"
            aria-label={`Shown here: ${name}`}
            checked={!item.hidden}
            disabled={!mayEdit}
            onChange={(event) => hideHere(!event.currentTarget.checked)}
          />
        </Tooltip>
      </td>
      <td role="cell" className={classes.everywhere}>
        <Tooltip label={whyNot} disabled={mayEdit} multiline maw={260}>
          <HideEverywhere item={item} name={name} isDisabled={!mayEdit} hide={hideEverywhere} />
        </Tooltip>
      </td>
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}
