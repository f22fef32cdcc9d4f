"use client";

import type { Product } from "@highstreet/router/features/inventory/inventory.schema.ts";
import type { ProductSource } from "@highstreet/router/features/products/products.schema.ts";
import { Button, Tooltip } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { LoadFailed } from "../frame/load-failed.tsx";
import { Panel } from "../frame/panel.tsx";
import record from "../frame/record-table.module.css";
import { useTRPC } from "../frame/trpc.ts";
import { useShop } from "../shell/shop-context.tsx";
import { EditForm } from "./edit-form.tsx";
import { ListingPreview } from "./listing-preview.tsx";
import classes from "./product-data.module.css";
import { SentValues } from "./sent-values.tsx";
import { texts } from "./texts.ts";
import { useEdits } from "./use-edits.ts";

interface ProductDataProps {
  product: Product;
  isEditing: boolean;
  setEditing: (isEditing: boolean) => void;
}

/** The data of each source, the edit for all stores, and the result, side by side. */
export function ProductData({ product, isEditing, setEditing }: ProductDataProps) {
  const trpc = useTRPC();
  const { retailerId, may, whyNot } = useShop();
  const ids = { retailerId, barcode: product.barcode };
  const feed = useQuery(trpc.products.get.queryOptions(ids));
  const { query: edits, forAllStores: edit } = useEdits(product);
  const error = feed.error ?? edits.error;
  if (error) {
    const retry = () => void Promise.all([feed.refetch(), edits.refetch()]);
    return <LoadFailed message={error.message} retry={retry} />;
  }
  const mayEdit = may("customizations.edit");
  const { fields, none, pictures } = texts.data;
  const rows = [
    [fields.title, (sent: ProductSource) => sent.title, edit?.title, product.title],
    [fields.description, (sent: ProductSource) => sent.description, edit?.description, product.description],
    [fields.brand, (sent: ProductSource) => sent.brand, edit?.brand, product.brand],
    [
      fields.images,
      (sent: ProductSource) => sent.images.length > 0 && pictures(sent.images.length),
      edit?.image && pictures(edit.image.length),
      pictures(product.images.length),
    ],
  ] as const;
  return (
    <Panel
      title={isEditing ? texts.edit.title : texts.data.title}
      text={isEditing ? texts.edit.text : texts.data.text}
      aside={
        !isEditing && (
          <Tooltip label={whyNot} disabled={mayEdit} multiline maw={260}>
            <Button variant="default" disabled={!mayEdit || !edits.data} onClick={() => setEditing(true)}>
              {texts.data.change}
            </Button>
          </Tooltip>
        )
      }
    >
      {isEditing ? (
        <EditForm product={product} hasEdit={edit?.title != null} done={() => setEditing(false)} />
      ) : (
        <div className={classes.sides}>
          {/* biome-ignore-start lint/a11y/noRedundantRoles: a narrow window shows cards; without roles, screen readers find no table */}
          <table role="table" className={record.table} aria-label={texts.data.title} aria-busy={feed.isPending}>
            <thead role="rowgroup" className={record.head}>
              <tr role="row">
                <th scope="col">
                  <span className={classes.unseen}>{texts.data.title}</span>
                </th>
                <th scope="col">{texts.data.feed}</th>
                <th scope="col">{texts.data.edit}</th>
                <th scope="col">{texts.data.shown}</th>
              </tr>
            </thead>
            <tbody role="rowgroup">
              {rows.map(([field, pick, changed, shown]) => (
                <tr key={field} role="row" className={`${record.row} ${classes.row}`}>
                  <th role="rowheader" scope="row" className={classes.field}>
                    {field}
                  </th>
                  <td role="cell" data-label={texts.data.feed}>
                    <SentValues sources={feed.data?.sources ?? []} pick={pick} />
                  </td>
                  <td role="cell" data-label={texts.data.edit}>
                    {changed || texts.data.unchanged}
                  </td>
                  <td role="cell" data-label={texts.data.shown}>
                    {shown || none}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
          <ListingPreview product={product} title={product.title} brand={product.brand} image={product.images[0]} />
        </div>
      )}
    </Panel>
  );
}
