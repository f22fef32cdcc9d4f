"use client";

import type { Product } from "@highstreet/router/features/inventory/inventory.schema.ts";
import { Switch, Tooltip } from "@mantine/core";
import { money } from "../frame/formats.ts";
import { Panel } from "../frame/panel.tsx";
import { channelName } from "../frame/product-words.ts";
import record from "../frame/record-table.module.css";
import { useEditProduct } from "../frame/use-edit-product.tsx";
import { stockText } from "../products/stock-badge.tsx";
import { useShop } from "../shell/shop-context.tsx";
import { ChannelCell } from "./channel-cell.tsx";
import classes from "./store-matrix.module.css";
import { texts } from "./texts.ts";

type InStore = Product["stores"][number];

interface StoreMatrixProps {
  product: Product;
  name: string;
  /** Opens the form of the product data. */
  editData: () => void;
}

/** Each store with its stock, and each channel with the reason why it does not show the product. */
export function StoreMatrix({ product, name, editData }: StoreMatrixProps) {
  const [first] = product.stores;
  const [shown, total] = [product.stores.length, product.storesTotal];
  const text = shown < total ? `${texts.stores.text} ${texts.stores.some(shown, total)}` : texts.stores.text;
  return (
    <Panel title={texts.stores.title} text={text}>
      {/* biome-ignore-start lint/a11y/noRedundantRoles: a narrow window shows cards; without roles, screen readers find no table */}
      <table role="table" className={record.table} aria-label={texts.stores.title}>
        <thead role="rowgroup" className={record.head}>
          <tr role="row">
            <th scope="col">{texts.stores.store}</th>
            <th scope="col" className={record.number}>
              {texts.stores.price}
            </th>
            <th scope="col" className={record.number}>
              {texts.stores.quantity}
            </th>
            <th scope="col">{texts.stores.visible}</th>
            {first?.visibility.map(({ channel }) => (
              <th key={channel} scope="col">
                {channelName(channel)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {product.stores.map((store) => (
            <StoreRow key={store.storeId} product={product} store={store} name={name} editData={editData} />
          ))}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
    </Panel>
  );
}

function StoreRow({ product, store, name, editData }: StoreMatrixProps & { store: InStore }) {
  const { may, whyNot } = useShop();
  const { hideIn, isPending, variables } = useEditProduct(product);
  const mayEdit = may("customizations.edit");
  const hidden = (isPending && variables.storeId ? variables.body.hidden : undefined) ?? store.hidden;

  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    <tr role="row" className={record.row}>
      <th role="rowheader" scope="row" className={classes.store}>
        {store.storeName}
      </th>
      <td role="cell" data-label={texts.stores.price} className={record.number}>
        {money(store.price, store.currency)}
      </td>
      <td role="cell" data-label={texts.stores.quantity} className={record.number}>
        {stockText(store)}
      </td>
      <td role="cell" data-label={texts.stores.visible}>
        <Tooltip label={whyNot} disabled={mayEdit} multiline maw={260}>
          <Switch
            size="md"
            aria-label={texts.stores.visibleIn(name, store.storeName)}
            checked={!hidden}
            disabled={!mayEdit}
            onChange={(event) => hideIn(store.storeId, !event.currentTarget.checked)}
          />
        </Tooltip>
      </td>
      {store.visibility.map((visibility) => (
        <td key={visibility.channel} role="cell" data-label={channelName(visibility.channel)}>
          <ChannelCell visibility={visibility} store={store} product={product} editData={editData} />
        </td>
      ))}
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
}
