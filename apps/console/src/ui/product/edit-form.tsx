"use client";

import { editLimits } from "@highstreet/router/core/items/edit-limits.schema.ts";
import type { Product } from "@highstreet/router/features/shelf/shelf.schema.ts";
import { Button, Group, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { useEditProduct } from "../edits/use-edit-product.ts";
import { draftKey, keepDraft } from "../parts/drafts.ts";
import { Facts } from "../parts/facts.tsx";
import { formErrors } from "../parts/field-errors.ts";
import { BusyButton, FormButtons } from "../parts/form.tsx";
import { Notice } from "../parts/notice.tsx";
import { DraftForm } from "../shell/draft-form.tsx";
import { usePerson, useShop } from "../shell/shop-context.tsx";
import { AddPicture, useAddPicture } from "./add-picture.tsx";
import { ListingPreview } from "./listing-preview.tsx";
import classes from "./product-data.module.css";
import { texts } from "./texts.ts";

export type EditField = "title" | "description" | "brand" | "image";

interface EditFormProps {
  product: Product;
  /** Gets the focus. */
  first: EditField;
  hasEdit: boolean;
  done: () => void;
}

/** The name of the form's draft. */
export const PRODUCT_DRAFT = "product";

const pointers = ["/title", "/description", "/brand", "/image"];
const isConflict = (code: string | undefined): boolean => code === "PreconditionFailed";

const valuesOf = ({ title, description, brand, images }: Product) => ({
  title: title ?? "",
  description: description ?? "",
  brand: brand ?? "",
  pictures: images.join("\n"),
});
type EditValues = ReturnType<typeof valuesOf>;

const picturesOf = ({ pictures }: EditValues): string[] => pictures.split(/\s+/).filter(Boolean);

/** An edit of the fields that differ. An empty field takes the own value away. */
function changesOf(before: EditValues, after: EditValues) {
  const { title, description, brand } = after;
  const image = picturesOf(after);
  const isChanged = (field: keyof EditValues): boolean => before[field] !== after[field];
  return {
    ...(isChanged("title") && { title: title || null }),
    ...(isChanged("description") && { description: description || null }),
    ...(isChanged("brand") && { brand: brand || null }),
    ...(isChanged("pictures") && { image: image.length ? image : null }),
  };
}

/** The form of the edit for all stores. After an edit of another person, the form shows both values. */
export function EditForm({ product, first: focused, hasEdit, done }: EditFormProps) {
  const { retailerId } = useShop();
  const person = usePerson();
  const { mutate, error, isPending } = useEditProduct({ ...product, showsErrors: true });
  // The form starts from this version, also after the product is loaded again.
  const [start, setStart] = useState(product.version);
  const [first] = useState(() => valuesOf(product));
  const [values, setValues] = useState(first);
  const { titleLabel, titleHelp, descriptionLabel, descriptionHelp, brandLabel, brandHelp } = texts.edit;
  const picture = useAddPicture((url) =>
    setValues((before) => {
      const others = picturesOf(before).filter((other) => other !== url);
      return { ...before, pictures: [url, ...others].slice(0, editLimits.images).join("\n") };
    }),
  );
  const errors = formErrors(error, pointers);
  const tooLong = (field: "title" | "description" | "brand"): string | undefined =>
    values[field].length > editLimits[field] ? texts.edit.tooLong(values[field].length, editLimits[field]) : undefined;
  const set = (field: keyof EditValues) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget;
    setValues((before) => ({ ...before, [field]: value }));
  };
  const send = (body: Parameters<typeof mutate>[0]["body"], ifVersion = start) =>
    mutate(
      { retailerId, barcode: product.barcode, ifVersion, body },
      {
        onSuccess: () => {
          // A reset is no submission of the form, which would end the draft.
          keepDraft(draftKey(person, PRODUCT_DRAFT), undefined);
          done();
        },
      },
    );
  function submit(): void {
    if (isPending || picture.isPending || tooLong("title") || tooLong("description") || tooLong("brand")) return;
    const changes = changesOf(first, values);
    if (Object.keys(changes).length) send(changes);
    else done();
  }

  if (error && isConflict(error.data?.domain?.code) && product.version !== start) {
    return (
      <EditConflict
        theirs={valuesOf(product)}
        yours={values}
        keepTheirs={done}
        saveMine={() => {
          setStart(product.version);
          send(changesOf(valuesOf(product), values), product.version);
        }}
      />
    );
  }
  const reset = { title: null, description: null, brand: null, image: null };
  return (
    <DraftForm draft={PRODUCT_DRAFT} values={values} onSubmit={submit}>
      <div className={classes.sides}>
        <Stack gap="md">
          {errors.rest && <Notice tone="error">{errors.rest}</Notice>}
          <TextInput
            autoFocus={focused === "title"}
            name="title"
            label={titleLabel}
            description={titleHelp}
            value={values.title}
            onChange={set("title")}
            error={tooLong("title") ?? errors.at("/title")}
          />
          <Textarea
            label={descriptionLabel}
            autoFocus={focused === "description"}
            name="description"
            description={descriptionHelp()}
            autosize
            minRows={3}
            maxRows={10}
            value={values.description}
            onChange={set("description")}
            error={tooLong("description") ?? errors.at("/description")}
          />
          <TextInput
            label={brandLabel}
            autoFocus={focused === "brand"}
            name="brand"
            description={brandHelp}
            value={values.brand}
            onChange={set("brand")}
            error={tooLong("brand") ?? errors.at("/brand")}
          />
          <Textarea
            autoFocus={focused === "image"}
            name="pictures"
            label={texts.edit.picturesLabel}
            description={texts.edit.picturesHelp}
            autosize
            minRows={2}
            maxRows={10}
            value={values.pictures}
            onChange={set("pictures")}
            error={errors.at("/image")}
          />
          <AddPicture {...picture} />
          <FormButtons submit={texts.edit.save} isBusy={isPending || picture.isPending} cancel={done}>
            {hasEdit && (
              <BusyButton variant="subtle" isBusy={isPending} onClick={() => send(reset)}>
                {texts.edit.reset}
              </BusyButton>
            )}
          </FormButtons>
        </Stack>
        <ListingPreview product={product} title={values.title} brand={values.brand} image={picturesOf(values)[0]} />
      </div>
    </DraftForm>
  );
}

interface EditConflictProps {
  theirs: EditValues;
  yours: EditValues;
  keepTheirs: () => void;
  saveMine: () => void;
}

function EditConflict({ theirs, yours, keepTheirs, saveMine }: EditConflictProps) {
  const labels: Record<keyof EditValues, string> = {
    title: texts.edit.titleLabel,
    description: texts.edit.descriptionLabel,
    brand: texts.edit.brandLabel,
    pictures: texts.edit.picturesLabel,
  };
  const fields = (Object.keys(labels) as (keyof EditValues)[]).filter((field) => theirs[field] !== yours[field]);
  return (
    <Stack gap="md">
      <Notice tone="warning">
        <Text fw={600}>{texts.edit.conflictTitle}</Text>
        {texts.edit.conflictText}
      </Notice>
      {fields.map((field) => (
        <div key={field}>
          <Text size="sm" fw={600}>
            {labels[field]}
          </Text>
          <Facts
            facts={[
              [texts.edit.theirs, theirs[field] || texts.data.none],
              [texts.edit.yours, yours[field] || texts.data.none],
            ]}
          />
        </div>
      ))}
      <Group>
        <Button autoFocus onClick={keepTheirs}>
          {texts.edit.keepTheirs}
        </Button>
        <Button variant="default" onClick={saveMine}>
          {texts.edit.saveMine}
        </Button>
      </Group>
    </Stack>
  );
}
