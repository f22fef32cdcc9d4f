"use client";

import type { Product } from "@highstreet/router/features/shelf/shelf.schema.ts";
import { Button, Modal, NativeSelect, NumberInput, SegmentedControl, TextInput, Tooltip } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { everywhereLabel, replacedSettings } from "../edits/product-words.ts";
import { useEditProduct } from "../edits/use-edit-product.ts";
import { texts as history } from "../history/texts.ts";
import { formErrors } from "../parts/field-errors.ts";
import { Form, FormButtons } from "../parts/form.tsx";
import { moment, money, quantity, timeOfField, tomorrowField } from "../parts/formats.ts";
import { Hint } from "../parts/hint.tsx";
import { Notice } from "../parts/notice.tsx";
import { useTRPC } from "../parts/trpc.ts";
import { useChosenStore, useShop, useTimeZone } from "../shell/shop-context.tsx";
import { useStoreOf } from "./product-data.tsx";
import { texts } from "./texts.ts";

export function HideInAllStores({ product }: { product: Product }) {
  const { retailerId, mayEditAll, retailer, whyNot } = useShop();
  const { hideEverywhere, isPending } = useEditProduct(product);
  const trpc = useTRPC();
  const { barcode } = product;
  // Each store's item has the edit for all stores. Single stores can differ.
  const storeId = product.stores[0]?.storeId ?? "";
  const { data: item } = useQuery(trpc.inventory.getItem.queryOptions({ retailerId, storeId, barcode }));
  const hidden = !item?.hiddenEverywhere;
  if (retailer.isOfStores) return null;
  return (
    <Tooltip label={whyNot} disabled={mayEditAll} multiline maw={260}>
      <Button
        variant="default"
        disabled={!mayEditAll || !item}
        aria-busy={isPending}
        onClick={() => hideEverywhere(hidden)}
      >
        {everywhereLabel(hidden)}
      </Button>
    </Tooltip>
  );
}

const kinds = ["time", "price", "stock"] as const;
type Kind = (typeof kinds)[number];

/** The fields of the edit, without a value if the form has none. */
function limitsOf(kind: Kind, value: string, timeZone: string) {
  const number = Number(value) || undefined;
  if (kind === "time") return { hiddenUntil: timeOfField(value, timeZone) };
  return { hiddenWhile: kind === "price" ? { priceUnder: number } : { quantityUnder: number } };
}

export function HideUntil({ product }: { product: Product }) {
  const { may } = useShop();
  const [isOpen, { open, close }] = useDisclosure();
  if (!may("customizations.edit")) return null;
  return (
    <>
      <Button variant="default" onClick={open}>
        {texts.hideUntil.button}
      </Button>
      <Modal opened={isOpen} onClose={close} title={texts.hideUntil.button} centered>
        {isOpen && <HideUntilForm product={product} done={close} />}
      </Modal>
    </>
  );
}

function HideUntilForm({ product, done }: { product: Product; done: () => void }) {
  const { retailerId, retailer } = useShop();
  const trpc = useTRPC();
  const timeZone = useTimeZone();
  const chosen = useChosenStore()?.id;
  const stores = product.stores.map(({ storeId, storeName }) => ({ value: storeId, label: storeName }));
  const places = retailer.isOfStores ? stores : [{ value: "", label: texts.data.allStores }, ...stores];
  const [storeId, setStoreId] = useState((places.find(({ value }) => value === chosen) ?? places[0])?.value ?? "");
  const { mutate, error, isPending } = useEditProduct({ ...product, showsErrors: true });
  const [kind, setKind] = useState<Kind>("time");
  const [value, setValue] = useState(() => tomorrowField(timeZone));
  const errors = formErrors(error, [
    "/hiddenUntil",
    "/hiddenWhile",
    "/hiddenWhile/priceUnder",
    "/hiddenWhile/quantityUnder",
  ]);
  const wrong =
    errors.at("/hiddenUntil") ??
    errors.at("/hiddenWhile") ??
    errors.at("/hiddenWhile/priceUnder") ??
    errors.at("/hiddenWhile/quantityUnder");
  // The hide has an end, so it replaces each visibility that a store has of its own.
  const asked = { retailerId, barcode: product.barcode, edit: { hidden: null } };
  const { data: own } = useQuery(trpc.customizations.countOwnSettings.queryOptions(asked, { enabled: !storeId }));
  const [currency] = product.stores.map((store) => store.currency);
  return (
    <Form
      noValidate
      submit={() => {
        const body = { hidden: true, ...limitsOf(kind, value, timeZone) };
        mutate({ retailerId, storeId: storeId || undefined, barcode: product.barcode, body }, { onSuccess: done });
      }}
    >
      <SegmentedControl
        fullWidth
        aria-label={texts.hideUntil.kind}
        data={kinds.map((one) => ({ value: one, label: texts.hideUntil.kinds[one] }))}
        value={kind}
        onChange={(one) => {
          setKind(one as Kind);
          setValue(one === "time" ? tomorrowField(timeZone) : "");
        }}
      />
      <NativeSelect
        label={texts.stores.store}
        value={storeId}
        onChange={(event) => setStoreId(event.currentTarget.value)}
        data={places}
      />
      {kind === "time" ? (
        <TextInput
          key={kind}
          type="datetime-local"
          label={texts.hideUntil.labels.time}
          description={texts.hideUntil.helps.time(timeZone)}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
          error={wrong}
          required
        />
      ) : (
        <NumberInput
          key={kind}
          label={texts.hideUntil.labels[kind]}
          description={texts.hideUntil.helps[kind]}
          suffix={kind === "price" && currency ? ` ${currency}` : undefined}
          min={0}
          hideControls
          value={value}
          onChange={(number) => setValue(String(number))}
          error={wrong}
          required
        />
      )}
      <Hint>{texts.hideUntil.text}</Hint>
      {!storeId && own && own.stores > 0 && (
        <Notice tone="info">
          {replacedSettings(own.stores, `“${product.title ?? product.barcode}”`, texts.hideUntil.replaces)}
        </Notice>
      )}
      {errors.rest && <Notice tone="error">{errors.rest}</Notice>}
      <FormButtons submit={texts.hideUntil.hide} isBusy={isPending} disabled={!storeId && !own} cancel={done} />
    </Form>
  );
}

export function HideNote({ product }: { product: Product }) {
  const timeZone = useTimeZone();
  const trpc = useTRPC();
  const { retailerId } = useShop();
  const { barcode } = product;
  const input = { retailerId, barcode, storeId: useStoreOf(product), page: { size: 100 } };
  const { data: edits } = useQuery(trpc.customizations.list.queryOptions(input));
  const { ends, endsAtPrice, endsAtStock } = texts.hideUntil;
  const { everywhere, inStore } = history.did;
  const notes = (edits && "data" in edits ? edits.data : []).flatMap(({ storeId, hiddenUntil, hiddenWhile }) => {
    const { priceUnder, quantityUnder } = hiddenWhile ?? {};
    const store = product.stores.find((one) => storeId === null || one.storeId === storeId);
    const where = storeId === null ? everywhere : inStore(store?.storeName ?? "");
    return [
      hiddenUntil && ends(where, moment(hiddenUntil, timeZone)),
      priceUnder !== undefined && endsAtPrice(where, money(priceUnder, store?.currency ?? "GBP")),
      quantityUnder !== undefined && endsAtStock(where, quantity(quantityUnder)),
    ].filter((note) => typeof note === "string");
  });
  return notes.length > 0 && <Notice tone="info">{notes.join(" · ")}</Notice>;
}
