"use client";

import type { Product } from "@highstreet/router/features/shelf/shelf.schema.ts";
import { ActionIcon, Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { useEditProduct } from "../edits/use-edit-product.ts";
import { money } from "../parts/formats.ts";
import { Hint } from "../parts/hint.tsx";
import { IconPencil } from "../parts/icons.tsx";
import { LoadFailed } from "../parts/notice.tsx";
import { useTRPC } from "../parts/trpc.ts";
import { AddPhoto } from "../product/add-photo.tsx";
import { SetStock } from "../product/set-stock.tsx";
import { texts as productTexts } from "../product/texts.ts";
import { ProductPicture } from "../products/product-picture.tsx";
import { stockText } from "../products/stock-badge.tsx";
import { Toggle } from "../products/toggle.tsx";
import { useShop } from "../shell/shop-context.tsx";
import classes from "./scan.module.css";
import { texts } from "./texts.ts";
import { UnknownCode } from "./unknown-code.tsx";
import { useProductPaths } from "./use-open-code.ts";

const MAX_STORES = 5;

/** The product of a code, with what a person does at the shelf. */
export function ScannedProduct({ code, scanNext }: { code: string; scanNext: () => void }) {
  const trpc = useTRPC();
  const { retailerId } = useShop();
  const { data, error, isPending, refetch } = useQuery(
    trpc.inventory.getProduct.queryOptions({ retailerId, barcode: code }),
  );
  const isUnknown = error?.data?.httpStatus === 404;
  return (
    <Stack>
      {isPending && <div role="status">{texts.loading}</div>}
      {data && <Sheet product={data} />}
      {isUnknown && <UnknownCode code={code} />}
      {error && !isUnknown && <LoadFailed message={error.message} retry={() => void refetch()} />}
      <Button variant="default" autoFocus onClick={scanNext}>
        {texts.next}
      </Button>
    </Stack>
  );
}

function Sheet({ product }: { product: Product }) {
  const { mayEditAll } = useShop();
  const paths = useProductPaths();
  const chosen = useSearchParams().get("store");
  const { title, brand, barcode, images, stores } = product;
  const here = stores.filter(({ storeId }) => storeId === chosen);
  const shown = here.length ? here : stores.slice(0, MAX_STORES);
  const name = title ?? barcode;
  return (
    <>
      <Group wrap="nowrap" align="start">
        <ProductPicture src={images[0]} />
        <div className={classes.names}>
          <b>{name}</b>
          <Hint>{[brand, barcode].filter(Boolean).join(" · ")}</Hint>
        </div>
      </Group>
      <ul className={classes.stores}>
        {shown.map((store) => (
          <InStore key={store.storeId} product={product} store={store} name={name} isOnly={shown.length === 1} />
        ))}
      </ul>
      {!here.length && product.storesTotal > shown.length && (
        <Text size="sm">{texts.some(shown.length, product.storesTotal)}</Text>
      )}
      {mayEditAll && <AddPhoto product={product} />}
      <Group grow>
        <Button component={Link} href={paths.product(barcode)} variant="default">
          {texts.open}
        </Button>
        {mayEditAll && (
          <Button component={Link} href={paths.product(barcode, { edit: "1" })} variant="default">
            {texts.edit}
          </Button>
        )}
      </Group>
    </>
  );
}

interface InStoreProps {
  product: Product;
  store: Product["stores"][number];
  name: string;
  /** The only store that is shown. Its stock can be typed at once. */
  isOnly: boolean;
}

function InStore({ product, store, name, isOnly }: InStoreProps) {
  const { may } = useShop();
  const [isCounting, setCounting] = useState(isOnly);
  const mayCount = may("inventory.patchStock");
  const { hideIn, isPending, variables } = useEditProduct(product);
  const hidden = (isPending && variables.storeId ? variables.body.hidden : undefined) ?? store.hidden;
  return (
    <li>
      <div className={classes.store}>
        <div className={classes.names}>
          {store.storeName}
          <Hint>
            {money(store.price, store.currency)} · {texts.stock(stockText(store))}
          </Hint>
        </div>
        {mayCount && !isCounting && (
          <ActionIcon
            variant="default"
            size={44}
            aria-label={productTexts.stock.change(store.storeName, stockText(store))}
            onClick={() => setCounting(true)}
          >
            <IconPencil size={18} aria-hidden="true" />
          </ActionIcon>
        )}
        {may("customizations.edit") ? (
          <Toggle
            label={texts.visibleIn(name, store.storeName)}
            isOn={!hidden}
            onChange={(isOn) => hideIn(store.storeId, !isOn)}
          />
        ) : (
          <Text size="sm">{hidden ? texts.hidden : texts.visible}</Text>
        )}
      </div>
      {mayCount && isCounting && <SetStock barcode={product.barcode} store={store} />}
    </li>
  );
}
