"use client";

import { editLimits } from "@highstreet/router/core/items/edit-limits.schema.ts";
import type { Product } from "@highstreet/router/features/shelf/shelf.schema.ts";
import { FileButton, Progress } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useRef } from "react";
import { useEditProduct } from "../edits/use-edit-product.ts";
import { BusyButton } from "../parts/form.tsx";
import { IconCamera, IconUpload } from "../parts/icons.tsx";
import { Notice } from "../parts/notice.tsx";
import { useShop } from "../shell/shop-context.tsx";
import { ACCEPT, useAddPicture } from "./add-picture.tsx";
import { texts } from "./texts.ts";

/** Takes a photo, or on a computer chooses a picture. It is then the first one in all stores. The message of the edit has Undo. */
export function AddPhoto({ product }: { product: Product }) {
  const { retailerId } = useShop();
  const { barcode, images } = product;
  const { mutate, isPending: isSaving } = useEditProduct(product);
  const { add, percent, isPending, error, added } = useAddPicture((url) => {
    const image = [url, ...images.filter((other) => other !== url)].slice(0, editLimits.images);
    mutate({ retailerId, barcode, body: { image } });
  });
  const reset = useRef<() => void>(null);
  // A computer has a file, and a phone a camera.
  const hasCamera = useMediaQuery("(pointer: coarse)");
  const label = hasCamera ? texts.picture.take : texts.picture.choose;
  const Icon = hasCamera ? IconCamera : IconUpload;
  return (
    <>
      <FileButton
        resetRef={reset}
        {...(hasCamera ? { accept: "image/*", capture: "environment" } : { accept: ACCEPT })}
        onChange={(file) => {
          add(file ? [file] : []);
          reset.current?.();
        }}
        inputProps={{ "aria-label": label }}
      >
        {({ onClick }) => (
          <BusyButton
            variant="default"
            isBusy={isPending || isSaving}
            leftSection={<Icon size={18} aria-hidden="true" />}
            onClick={onClick}
          >
            {label}
          </BusyButton>
        )}
      </FileButton>
      {isPending && <Progress value={percent} aria-label={texts.picture.progress} />}
      {error && !isPending && <Notice tone="error">{error.message}</Notice>}
      {added && !added.isPublic && <Notice tone="warning">{texts.picture.notPublic}</Notice>}
    </>
  );
}
