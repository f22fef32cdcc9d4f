"use client";

import { editLimits } from "@highstreet/router/features/customizations/edit-limits.schema.ts";
import type { Product } from "@highstreet/router/features/inventory/inventory.schema.ts";
import { Stack, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { BusyButton } from "../frame/busy-button.tsx";
import { formErrors } from "../frame/field-errors.ts";
import { FormButtons } from "../frame/form-buttons.tsx";
import { Notice } from "../frame/notice.tsx";
import { useEditProduct } from "../frame/use-edit-product.tsx";
import { useShop } from "../shell/shop-context.tsx";
import { EditConflict } from "./edit-conflict.tsx";
import { ListingPreview } from "./listing-preview.tsx";
import classes from "./product-data.module.css";
import { texts } from "./texts.ts";

interface EditFormProps {
  product: Product;
  /** The edit for all stores has data that can be removed. */
  hasEdit: boolean;
  done: () => void;
}

const pointers = ["/title", "/description", "/brand", "/image"];
const isConflict = (code: string | undefined): boolean => code === "PreconditionFailed";

const valuesOf = ({ title, description, brand, images }: Product) => ({
  ...{ title: title ?? "", description: description ?? "", brand: brand ?? "", pictures: images.join("\n") },
});
export type EditValues = ReturnType<typeof valuesOf>;

/** The form of the edit for all stores. After an edit of another person, the form shows both values. */
export function EditForm({ product, hasEdit, done }: EditFormProps) {
  const { retailerId } = useShop();
  const { mutate, error, isPending } = useEditProduct({ ...product, showsErrors: true });
  // The form starts from this version, also after the product is loaded again.
  const [start, setStart] = useState(product.version);
  const [values, setValues] = useState(() => valuesOf(product));
  const { titleLabel, titleHelp, descriptionLabel, descriptionHelp, brandLabel, brandHelp } = texts.edit;
  const errors = formErrors(error, pointers);
  const set = (field: keyof EditValues) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget;
    setValues((before) => ({ ...before, [field]: value }));
  };
  const image = values.pictures.split(/\s+/).filter(Boolean);

  const send = (body: Parameters<typeof mutate>[0]["body"], ifVersion = start) =>
    mutate({ retailerId, barcode: product.barcode, ifVersion, body }, { onSuccess: done });
  const { title, description, brand } = values;
  const save = (version?: number) => send({ title, description, brand, image }, version);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isPending) save();
  }

  if (error && isConflict(error.data?.domain?.code) && product.version !== start) {
    return (
      <EditConflict
        theirs={valuesOf(product)}
        yours={values}
        keepTheirs={done}
        saveMine={() => {
          setStart(product.version);
          save(product.version);
        }}
      />
    );
  }
  const reset = { title: null, description: null, brand: null, image: null };
  return (
    <form onSubmit={submit} noValidate>
      <div className={classes.sides}>
        <Stack gap="md">
          {errors.rest && <Notice tone="error">{errors.rest}</Notice>}
          <TextInput
            autoFocus
            label={titleLabel}
            description={titleHelp}
            maxLength={editLimits.title}
            value={values.title}
            onChange={set("title")}
            error={errors.at("/title")}
          />
          <Textarea
            label={descriptionLabel}
            description={descriptionHelp}
            maxLength={editLimits.description}
            autosize
            minRows={3}
            maxRows={10}
            value={values.description}
            onChange={set("description")}
            error={errors.at("/description")}
          />
          <TextInput
            label={brandLabel}
            description={brandHelp}
            maxLength={editLimits.brand}
            value={values.brand}
            onChange={set("brand")}
            error={errors.at("/brand")}
          />
          <Textarea
            label={texts.edit.picturesLabel}
            description={texts.edit.picturesHelp}
            autosize
            minRows={2}
            maxRows={10}
            value={values.pictures}
            onChange={set("pictures")}
            error={errors.at("/image")}
          />
          <FormButtons submit={texts.edit.save} isBusy={isPending} cancel={done}>
            {hasEdit && (
              <BusyButton variant="subtle" isBusy={isPending} onClick={() => send(reset)}>
                {texts.edit.reset}
              </BusyButton>
            )}
          </FormButtons>
        </Stack>
        <ListingPreview product={product} title={values.title} brand={values.brand} image={image[0]} />
      </div>
    </form>
  );
}
