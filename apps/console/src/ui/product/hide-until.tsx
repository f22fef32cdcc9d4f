"use client";

import type { Product } from "@highstreet/router/features/inventory/inventory.schema.ts";
import { Button, Modal, NumberInput, SegmentedControl, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formErrors } from "../frame/field-errors.ts";
import { FormButtons } from "../frame/form-buttons.tsx";
import { timeOfField } from "../frame/formats.ts";
import { Notice } from "../frame/notice.tsx";
import { replacedSettings } from "../frame/product-words.ts";
import { useTRPC } from "../frame/trpc.ts";
import { useEditProduct } from "../frame/use-edit-product.tsx";
import { useShop } from "../shell/shop-context.tsx";
import { useTimeZone } from "../shell/store-context.tsx";
import { texts } from "./texts.ts";

const words = texts.hideUntil;
const kinds = ["time", "price", "stock"] as const;
type Kind = (typeof kinds)[number];

/** The fields of the edit, without a value if the form has none. */
function limitsOf(kind: Kind, value: string, timeZone: string) {
  const number = Number(value) || undefined;
  if (kind === "time") return { hiddenUntil: timeOfField(value, timeZone) };
  return { hiddenWhile: kind === "price" ? { priceUnder: number } : { quantityUnder: number } };
}

/** Hides the product in all stores until a time, a price or a stock. */
export function HideUntil({ product }: { product: Product }) {
  const { may } = useShop();
  const [isOpen, { open, close }] = useDisclosure();
  if (!may("customizations.edit")) return null;
  return (
    <>
      <Button variant="default" onClick={open}>
        {words.button}
      </Button>
      <Modal opened={isOpen} onClose={close} title={words.title} centered>
        {isOpen && <HideUntilForm product={product} done={close} />}
      </Modal>
    </>
  );
}

function HideUntilForm({ product, done }: { product: Product; done: () => void }) {
  const { retailerId } = useShop();
  const trpc = useTRPC();
  const timeZone = useTimeZone();
  const { mutate, error, isPending } = useEditProduct({ ...product, showsErrors: true });
  const [kind, setKind] = useState<Kind>("time");
  const [value, setValue] = useState("");
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
  const { data: own } = useQuery(trpc.customizations.countOwnSettings.queryOptions(asked));
  const [currency] = product.stores.map((store) => store.currency);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const body = { hidden: true, ...limitsOf(kind, value, timeZone) };
        mutate({ retailerId, barcode: product.barcode, body }, { onSuccess: done });
      }}
    >
      <Stack>
        <SegmentedControl
          fullWidth
          aria-label={words.kind}
          data={kinds.map((one) => ({ value: one, label: words.kinds[one] }))}
          value={kind}
          onChange={(one) => {
            setKind(one as Kind);
            setValue("");
          }}
        />
        {kind === "time" ? (
          <TextInput
            key={kind}
            type="datetime-local"
            label={words.labels.time}
            description={words.helps.time(timeZone)}
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
            error={wrong}
            required
          />
        ) : (
          <NumberInput
            key={kind}
            label={words.labels[kind]}
            description={words.helps[kind]}
            suffix={kind === "price" && currency ? ` ${currency}` : undefined}
            min={0}
            hideControls
            value={value}
            onChange={(number) => setValue(String(number))}
            error={wrong}
            required
          />
        )}
        <Text size="sm" c="dimmed">
          {words.text}
        </Text>
        {own && own.stores > 0 && (
          <Notice tone="info">
            {replacedSettings(own.stores, `“${product.title ?? product.barcode}”`, words.replaces)}
          </Notice>
        )}
        {errors.rest && <Notice tone="error">{errors.rest}</Notice>}
        <FormButtons submit={words.hide} isBusy={isPending} disabled={!own} cancel={done} />
      </Stack>
    </form>
  );
}
