"use client";

import type { Product } from "@highstreet/router/features/shelf/shelf.schema.ts";
import { isChannelOn } from "@highstreet/router/features/shelf/visibility.schema.ts";
import { Anchor, Button, Group, Stack } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import { channelName } from "../edits/product-words.ts";
import { draftKey, readDraft } from "../parts/drafts.ts";
import { Hint } from "../parts/hint.tsx";
import { IconArrowLeft } from "../parts/icons.tsx";
import { LoadFailed } from "../parts/notice.tsx";
import { PageHead, PageSkeleton } from "../parts/page-head.tsx";
import { texts as shared } from "../parts/texts.ts";
import { useTRPC } from "../parts/trpc.ts";
import { useLastList } from "../products/use-product-filters.ts";
import { usePerson, useShop } from "../shell/shop-context.tsx";
import { AddPhoto } from "./add-photo.tsx";
import { AddPicture, useAddPicture } from "./add-picture.tsx";
import { type EditField, productDraft } from "./edit-form.tsx";
import { HideInAllStores, HideNote, HideUntil } from "./hide.tsx";
import { ListingPreview } from "./listing-preview.tsx";
import { PriceAndStock } from "./price-and-stock.tsx";
import { ProductData, useEdit, useStoreOf } from "./product-data.tsx";
import { ProductHistory } from "./product-history.tsx";
import classes from "./product-page.module.css";
import { StoreMatrix } from "./store-matrix.tsx";
import { texts } from "./texts.ts";

export function ProductPage({ barcode }: { barcode: string }) {
  const trpc = useTRPC();
  const { retailerId } = useShop();
  const edit = useSearchParams().get("edit");
  const product = useQuery(trpc.inventory.getProduct.queryOptions({ retailerId, barcode }));
  if (product.data) return <Loaded key={edit} product={product.data} />;
  if (product.error) return <LoadFailed message={product.error.message} retry={() => void product.refetch()} />;
  return <PageSkeleton />;
}

function Loaded({ product }: { product: Product }) {
  const { base, retailerId, mayEditAll } = useShop();
  const asked = useSearchParams();
  const storeId = asked.get("store");
  const ownStore = useStoreOf(product);
  const isAsked = asked.get("edit") === "1" && mayEditAll;
  const [list] = useLastList(retailerId);
  const [editing, setEditing] = useState<EditField | undefined>(isAsked ? "title" : undefined);
  const [scope, setScope] = useState(ownStore ?? "");
  const search = useEdit(product).data?.for?.search;
  const person = usePerson();
  const ofStores = product.stores.map((store) => store.storeId).join();
  useEffect(() => {
    const scopes = [...(mayEditAll ? [""] : []), ...ofStores.split(",")];
    const kept = scopes.find((of) => readDraft(draftKey(person, productDraft(of))));
    if (kept === undefined) return;
    setScope(kept);
    setEditing("title");
  }, [person, mayEditAll, ofStores]);
  const edit = (field: EditField) => {
    setScope(ownStore ?? "");
    setEditing(field);
  };
  const isOfStore = new URLSearchParams(list).get("store") === storeId;
  const query = isOfStore ? list : storeId && `store=${storeId}`;
  const name = product.title ?? product.barcode;
  return (
    <div className={classes.page}>
      <Anchor component={Link} href={`${base}/products${query ? `?${query}` : ""}`} size="sm" className={classes.back}>
        <IconArrowLeft size={16} aria-hidden="true" />
        {texts.back}
      </Anchor>
      <PageHead help="product" title={name} text={<Names product={product} />}>
        <HideUntil product={product} />
        <HideInAllStores product={product} />
      </PageHead>
      <HideNote product={product} />
      {!editing && <MissingData product={product} editData={edit} />}
      <div className={classes.top}>
        {!editing && (
          <div className={classes.card}>
            {ownStore ? (
              <StorePicture product={product} storeId={ownStore} />
            ) : (
              <ListingPreview
                product={product}
                title={search?.title ?? product.title}
                brand={product.brand}
                image={search?.image?.[0] ?? product.images[0]}
              />
            )}
            {mayEditAll && <AddPhoto product={product} />}
          </div>
        )}
        <StoreMatrix product={product} name={name} editData={() => edit("title")} />
      </div>
      <ProductData product={product} scope={scope} setScope={setScope} editing={editing} setEditing={setEditing} />
      <PriceAndStock product={product} />
      <ProductHistory product={product} />
    </div>
  );
}

/** Each in its own direction, as a brand can be in Hebrew. */
function Names({ product: { brand, barcode } }: { product: Product }) {
  return (
    <>
      {brand && (
        <>
          <bdi>{brand}</bdi> ·{" "}
        </>
      )}
      <bdi>{barcode}</bdi>
    </>
  );
}

function MissingData({ product, editData }: { product: Product; editData: (field: EditField) => void }) {
  const { mayEditAll: mayEdit } = useShop();
  const byChannel = Map.groupBy(
    product.missing.filter(({ channel }) => product.stores.some((store) => isChannelOn(store.visibility, channel))),
    ({ channel }) => channel,
  );
  return [...byChannel].map(([channel, missing]) => (
    <Group key={channel} gap="xs" role="group" aria-label={shared.missing.wantedBy(channelName(channel))}>
      <Hint>{shared.missing.wantedBy(channelName(channel))}</Hint>
      {missing.map(({ field }) => (
        <Button
          key={field}
          size="compact-sm"
          variant="default"
          radius="xl"
          disabled={!mayEdit}
          onClick={() => editData(field)}
        >
          {shared.missing.add(shared.missing[field])}
        </Button>
      ))}
    </Group>
  ));
}

/** The listing in a store for a person of chosen stores, who can change its picture. */
function StorePicture({ product, storeId }: { product: Product; storeId: string }) {
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
