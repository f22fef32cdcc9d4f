"use client";

import { editLimits } from "@highstreet/router/core/items/edit-limits.schema.ts";
import type { Customization, StoreEdit } from "@highstreet/router/features/customizations/customizations.schema.ts";
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
import { pickupKey, pickupOf, pickupWords } from "../stores/pickup-words.ts";
import { AddPicture, useAddPicture } from "./add-picture.tsx";
import { ListingPreview } from "./listing-preview.tsx";
import classes from "./product-data.module.css";
import { SearchTexts } from "./search-texts.tsx";
import { texts } from "./texts.ts";

export type EditField = "title" | "description" | "brand" | "image";

interface EditFormProps {
  product: Product;
  /** What customers see in the scope of the edit. */
  shown: Pick<Product, "title" | "description" | "brand" | "images" | "version">;
  /** undefined: all stores. */
  storeId: string | undefined;
  /** Gets the focus. */
  first: EditField;
  /** undefined: there is none. */
  edit: Customization | undefined;
  /** What the edit for all stores gives Google in the store. */
  ofAll: StoreEdit["forSearch"] | undefined;
  hasEdit: boolean;
  done: () => void;
}

/** The name of the form's draft. */
export const productDraft = (storeId = ""): string => (storeId ? `product ${storeId}` : "product");

const limits = { ...editLimits, searchTitle: editLimits.title, searchDescription: editLimits.description };
const pointers = {
  title: "/title",
  description: "/description",
  brand: "/brand",
  pictures: "/image",
  searchTitle: "/for/search/title",
  searchDescription: "/for/search/description",
  searchPictures: "/for/search/image",
  searchPickup: "/for/search/pickup",
};
const isConflict = (code: string | undefined): boolean => code === "PreconditionFailed";

const valuesOf = ({ title, description, brand, images }: EditFormProps["shown"], edit: Customization | undefined) => ({
  title: title ?? "",
  description: description ?? "",
  brand: brand ?? "",
  pictures: images.join("\n"),
  searchTitle: edit?.for?.search.title ?? "",
  searchDescription: edit?.for?.search.description ?? "",
  searchPictures: (edit?.for?.search.image ?? []).join("\n"),
  searchPickup: pickupKey(edit?.for?.search.pickup),
});
export type EditValues = ReturnType<typeof valuesOf>;

const picturesOf = (pictures: string): string[] => pictures.split(/\s+/).filter(Boolean);

/** An edit of the fields that differ. An empty field takes the own value away. */
function changesOf(before: EditValues, after: EditValues) {
  const { title, description, brand } = after;
  const listOf = (pictures: string) => (pictures.trim() ? picturesOf(pictures) : null);
  const isChanged = (field: keyof EditValues): boolean => before[field] !== after[field];
  const search = {
    ...(isChanged("searchTitle") && { title: after.searchTitle || null }),
    ...(isChanged("searchDescription") && { description: after.searchDescription || null }),
    ...(isChanged("searchPictures") && { image: listOf(after.searchPictures) }),
    ...(isChanged("searchPickup") && { pickup: pickupOf(after.searchPickup) }),
  };
  return {
    ...(isChanged("title") && { title: title || null }),
    ...(isChanged("description") && { description: description || null }),
    ...(isChanged("brand") && { brand: brand || null }),
    ...(isChanged("pictures") && { image: listOf(after.pictures) }),
    ...(Object.keys(search).length > 0 && { for: { search } }),
  };
}

/** The form of the edit for one store or all stores. After an edit of another person, the form shows both values. */
export function EditForm({ product, shown, storeId, edit, ofAll, first: focused, hasEdit, done }: EditFormProps) {
  const { retailerId, retailer } = useShop();
  const person = usePerson();
  const { mutate, error, isPending } = useEditProduct({ ...product, showsErrors: true });
  // The form starts from this version, also after the product is loaded again.
  const [start, setStart] = useState(shown.version);
  const [first] = useState(() => valuesOf(shown, edit));
  const [values, setValues] = useState(first);
  const { titleLabel, titleHelp, descriptionLabel, descriptionHelp, brandLabel, brandHelp } = texts.edit;
  const picture = useAddPicture((url) =>
    setValues((before) => {
      const others = picturesOf(before.pictures).filter((other) => other !== url);
      return { ...before, pictures: [url, ...others].slice(0, editLimits.images).join("\n") };
    }),
  );
  const errors = formErrors(error, Object.values(pointers));
  const tooLong = (field: keyof EditValues): string | undefined => {
    const { length } = values[field];
    const max = field in limits ? limits[field as keyof typeof limits] : length;
    return length > max ? texts.edit.tooLong(length, max) : undefined;
  };
  const fieldOf = (field: keyof EditValues) => ({
    name: field,
    value: values[field],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setValues((before) => ({ ...before, [field]: value }));
    },
    error: tooLong(field) ?? errors.at(pointers[field]),
  });
  const send = (body: Parameters<typeof mutate>[0]["body"], ifVersion = start) =>
    mutate(
      { retailerId, storeId, barcode: product.barcode, ifVersion, body },
      {
        onSuccess: () => {
          // A reset is no submission of the form, which would end the draft.
          keepDraft(draftKey(person, productDraft(storeId)), undefined);
          done();
        },
      },
    );
  function submit(): void {
    if (isPending || picture.isPending || Object.keys(values).some((field) => tooLong(field as keyof EditValues)))
      return;
    const changes = changesOf(first, values);
    if (Object.keys(changes).length) send(changes);
    else done();
  }

  if (
    error &&
    isConflict(error.data?.domain?.code) &&
    shown.version !== start &&
    (edit === undefined || shown.version === edit.version)
  ) {
    return (
      <EditConflict
        theirs={valuesOf(shown, edit)}
        yours={values}
        keepTheirs={done}
        saveMine={() => {
          setStart(shown.version);
          send(changesOf(valuesOf(shown, edit), values), shown.version);
        }}
      />
    );
  }
  /** What Google gets without a text for it: of the form, if it is or becomes the store's own. */
  const elsewhere = (field: "title" | "description" | "pictures", text: string | null | undefined): string =>
    values[field] === first[field] ? (text ?? values[field]) : values[field];
  const forSearch = {
    title: elsewhere("title", ofAll?.title),
    description: elsewhere("description", ofAll?.description),
    pictures: elsewhere("pictures", ofAll?.image?.join("\n")),
  };
  const stores = storeId ? product.stores.filter((store) => store.storeId === storeId) : product.stores;
  const reset = { title: null, description: null, brand: null, image: null, for: null };
  return (
    <DraftForm draft={productDraft(storeId)} values={values} submit={submit}>
      <div className={classes.sides}>
        <Stack gap="md">
          {errors.rest && <Notice tone="error">{errors.rest}</Notice>}
          <TextInput autoFocus={focused === "title"} label={titleLabel} description={titleHelp} {...fieldOf("title")} />
          <Textarea
            label={descriptionLabel}
            autoFocus={focused === "description"}
            description={descriptionHelp()}
            autosize
            minRows={3}
            maxRows={10}
            {...fieldOf("description")}
          />
          <TextInput label={brandLabel} autoFocus={focused === "brand"} description={brandHelp} {...fieldOf("brand")} />
          <Textarea
            autoFocus={focused === "image"}
            label={texts.edit.picturesLabel}
            description={texts.edit.picturesHelp}
            autosize
            minRows={2}
            maxRows={10}
            {...fieldOf("pictures")}
          />
          {!retailer.isOfStores && <AddPicture {...picture} />}
          <SearchTexts values={values} without={forSearch} pickup={ofAll?.pickup} fieldOf={fieldOf} />
          <FormButtons isBusy={isPending || picture.isPending} cancel={done}>
            {hasEdit && (
              <BusyButton variant="subtle" isBusy={isPending} onClick={() => send(reset)}>
                {storeId ? texts.edit.resetStore : texts.edit.reset}
              </BusyButton>
            )}
          </FormButtons>
        </Stack>
        <ListingPreview
          product={{ ...product, stores }}
          title={values.searchTitle || forSearch.title}
          brand={values.brand}
          image={picturesOf(values.searchPictures)[0] ?? picturesOf(forSearch.pictures)[0]}
        />
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
    ...texts.edit.search.labels,
  };
  const shown = (values: EditValues, field: keyof EditValues): string => {
    const pickup = field === "searchPickup" && pickupOf(values.searchPickup);
    return (pickup ? pickupWords(pickup) : values[field]) || texts.data.none;
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
              [texts.edit.theirs, shown(theirs, field)],
              [texts.edit.yours, shown(yours, field)],
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
