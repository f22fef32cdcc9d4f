"use client";

import type { ProductSource } from "@highstreet/router/features/products/products.schema.ts";
import type { Product } from "@highstreet/router/features/shelf/shelf.schema.ts";
import { Anchor, Button, Group, NativeSelect, Skeleton, Text, Tooltip } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { LoadFailed } from "../parts/notice.tsx";
import { Panel } from "../parts/panel.tsx";
import record from "../parts/record-table.module.css";
import { RecordTable } from "../parts/record-table.tsx";
import { useTRPC } from "../parts/trpc.ts";
import { rulePath } from "../rules/rule-path.ts";
import { nameWords } from "../server-words/server-words.ts";
import { useShop } from "../shell/shop-context.tsx";
import { pickupWords } from "../stores/pickup-words.ts";
import { type EditField, EditForm } from "./edit-form.tsx";
import { plainText } from "./plain-text.ts";
import classes from "./product-data.module.css";
import { texts } from "./texts.ts";

interface ProductDataProps {
  product: Product;
  /** The store of the texts; "": all stores. */
  scope: string;
  setScope: (storeId: string) => void;
  /** The field that gets the focus; undefined: no form is open. */
  editing: EditField | undefined;
  setEditing: (field: EditField | undefined) => void;
}

/** What customers see of a product in one store or in all stores, with the edit of this scope. */
function useScope(product: Product, scope: string) {
  const trpc = useTRPC();
  const { retailerId } = useShop();
  const input = { retailerId, storeId: scope, barcode: product.barcode };
  const enabled = scope !== "";
  const all = useEdit(product);
  const item = useQuery(trpc.inventory.getItem.queryOptions(input, { enabled }));
  const own = useQuery(trpc.customizations.getForStore.queryOptions(input, { enabled }));
  return enabled
    ? { queries: [item, own], shown: item.data, edit: own.data?.edit, forSearch: own.data?.forSearch }
    : { queries: [all], shown: product, edit: all.data, forSearch: undefined };
}

export function ProductData({ product, scope, setScope, editing, setEditing }: ProductDataProps) {
  const trpc = useTRPC();
  const { base, retailerId, retailer, may, mayEditAll, whyNot } = useShop();
  const mayEdit = scope ? may("customizations.edit") : mayEditAll;
  const ids = { retailerId, barcode: product.barcode };
  const feed = useQuery(trpc.products.get.queryOptions(ids));
  const { queries, shown, edit: found, forSearch: ofAll } = useScope(product, scope);
  const edit = found ?? undefined;
  const error = [feed, ...queries].find((query) => query.error)?.error;
  if (error) {
    const retry = () => void Promise.all([feed, ...queries].map(({ refetch }) => refetch()));
    return <LoadFailed message={error.message} retry={retry} />;
  }
  if (!shown) return <Skeleton height={320} radius="lg" />;
  const store = product.stores.find(({ storeId }) => storeId === scope);
  const stores = product.stores.map(({ storeId, storeName }) => ({ value: storeId, label: storeName }));
  const { fields, none, pictures } = texts.data;
  const search = edit?.for?.search;
  const { searchTitle, searchDescription, searchPictures, searchPickup } = texts.edit.search.labels;
  const forSearch = [
    ["searchTitle", searchTitle, search?.title],
    ["searchDescription", searchDescription, search?.description && plainText(search.description)],
    ["searchPictures", searchPictures, search?.image && pictures(search.image.length)],
    ["searchPickup", searchPickup, search?.pickup && pickupWords(search.pickup)],
  ] as const;
  const rows = [
    ["title", fields.title, (sent: ProductSource) => sent.title, edit?.title, shown.title],
    [
      "description",
      fields.description,
      (sent: ProductSource) => sent.description && plainText(sent.description),
      edit?.description && plainText(edit.description),
      shown.description && plainText(shown.description),
    ],
    ["brand", fields.brand, (sent: ProductSource) => sent.brand, edit?.brand, shown.brand],
    [
      "image",
      fields.images,
      (sent: ProductSource) => sent.images.length > 0 && pictures(sent.images.length),
      edit?.image && pictures(edit.image.length),
      shown.images.length > 0 && pictures(shown.images.length),
    ],
    ...forSearch.map(([name, field, own]) => [name, field, () => null, own, own] as const),
  ] as const;
  const isSent = (pick: (source: ProductSource) => unknown): boolean =>
    feed.data?.sources.some((source) => source.kind !== "edit" && pick(source)) ?? false;
  const filled = rows.filter(([, , pick, changed, seen]) => changed || seen || isSent(pick));
  const isEdited = rows.some(([, , , changed]) => changed);
  return (
    <Panel
      title={editing ? (store ? texts.edit.ofStore(store.storeName) : texts.edit.title) : texts.data.title}
      text={
        editing
          ? store
            ? texts.edit.textOfStore
            : texts.edit.text
          : filled.length > 0
            ? texts.data.text
            : texts.data.empty
      }
      aside={
        !editing && (
          <Group gap="sm">
            {stores.length + (retailer.isOfStores ? 0 : 1) > 1 && (
              <NativeSelect
                aria-label={texts.data.where}
                value={scope}
                onChange={(event) => setScope(event.currentTarget.value)}
                data={retailer.isOfStores ? stores : [{ value: "", label: texts.data.allStores }, ...stores]}
              />
            )}
            <Tooltip label={whyNot} disabled={mayEdit} multiline maw={260}>
              <Button variant="default" disabled={!mayEdit || found === undefined} onClick={() => setEditing("title")}>
                {texts.data.change}
              </Button>
            </Tooltip>
          </Group>
        )
      }
    >
      {editing
        ? found !== undefined && (
            <EditForm
              product={product}
              shown={shown}
              storeId={store?.storeId}
              edit={edit}
              ofAll={ofAll}
              first={editing}
              hasEdit={isEdited}
              done={() => setEditing(undefined)}
            />
          )
        : filled.length > 0 && (
            <RecordTable
              label={texts.data.title}
              columns={[
                { unseen: texts.data.title },
                texts.data.feed,
                ...(isEdited ? [texts.data.edit] : []),
                texts.data.shown,
              ]}
              isOld={feed.isPending}
            >
              {filled.map(([name, field, pick, changed, seen]) => (
                <tr key={field} role="row" className={`${record.row} ${classes.row}`}>
                  <th role="rowheader" scope="row" className={classes.field}>
                    {field}
                  </th>
                  <td role="cell" data-label={texts.data.feed}>
                    <SentValues sources={feed.data?.sources ?? []} pick={pick} />
                  </td>
                  {isEdited && (
                    <td role="cell" data-label={texts.data.edit}>
                      {changed || texts.data.unchanged}
                    </td>
                  )}
                  <td role="cell" data-label={texts.data.shown}>
                    {seen || none}
                    {shown.textsByRules
                      .filter((text) => text.field === name)
                      .map(({ rule }) => (
                        <Anchor
                          key={rule.id}
                          component={Link}
                          href={`${base}${rulePath({ id: rule.id, storeId: rule.storeId ?? product.stores[0]?.storeId ?? null })}`}
                          size="sm"
                          display="block"
                        >
                          {texts.data.byRule(rule.name)}
                        </Anchor>
                      ))}
                  </td>
                </tr>
              ))}
            </RecordTable>
          )}
    </Panel>
  );
}

interface SentValuesProps {
  sources: readonly ProductSource[];
  pick: (source: ProductSource) => string | false | null;
}

function SentValues({ sources, pick }: SentValuesProps) {
  const sent = sources.filter((source) => source.kind !== "edit" && pick(source));
  if (!sent.length) return texts.data.none;
  return sent.map((source) => {
    const name = texts.data.source(
      nameWords(source.name),
      source.stores.map((store) => store.name),
    );
    return (
      <div key={JSON.stringify(source)}>
        {pick(source)}
        <Text size="xs" c="dimmed">
          {name}
        </Text>
      </div>
    );
  });
}

/** The store of the lists about a product for a person of chosen stores; undefined: all stores. */
export function useStoreOf({ stores }: Product): string | undefined {
  const { retailer } = useShop();
  const chosen = useSearchParams().get("store");
  if (!retailer.isOfStores) return undefined;
  return (stores.find(({ storeId }) => storeId === chosen) ?? stores[0])?.storeId;
}

/** The edit for all stores. null: there is none. */
export function useEdit({ barcode }: Product) {
  const trpc = useTRPC();
  const { retailerId } = useShop();
  return useQuery(trpc.customizations.getForAllStores.queryOptions({ retailerId, barcode }));
}
