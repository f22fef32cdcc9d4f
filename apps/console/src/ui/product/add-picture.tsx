"use client";

import { MAX_PICTURE_BYTES } from "@highstreet/router/core/feeds/feed-size.schema.ts";
import type { AddedPicture } from "@highstreet/router/features/pictures/pictures.schema.ts";
import { FileButton, Group, Progress, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type DragEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { sendFile } from "../inventory/send-feed.ts";
import { BusyButton } from "../parts/form.tsx";
import { Hint } from "../parts/hint.tsx";
import { IconCamera, IconUpload } from "../parts/icons.tsx";
import { Notice } from "../parts/notice.tsx";
import { useShop } from "../shell/shop-context.tsx";
import classes from "./add-picture.module.css";
import { texts } from "./texts.ts";

/** iPhones then send JPEG instead of HEIC. */
export const ACCEPT = "image/jpeg,image/png,image/webp";
const words = texts.picture;

/** Sends a picture from this device. @param onAdd called with its address @param shownIn where it is shown at once */
export function useAddPicture(onAdd: (url: string) => unknown, shownIn?: { store: string; barcode: string }) {
  const { retailerId } = useShop();
  const path = shownIn ? `products/picture?${new URLSearchParams(shownIn)}` : "pictures";
  const [percent, setPercent] = useState(0);
  const sending = useMutation({
    mutationFn: async (file: File) => {
      setPercent(0);
      if (file.size > MAX_PICTURE_BYTES) throw new Error(words.tooLarge(MAX_PICTURE_BYTES >> 20));
      return sendFile<AddedPicture>(`/api/shops/${retailerId}/${path}`, file, setPercent);
    },
    onSuccess: ({ url }) => onAdd(url),
  });
  const add = (files: Iterable<File> | ArrayLike<File>): boolean => {
    const [file] = Array.from(files);
    if (file && !sending.isPending) sending.mutate(file);
    return file !== undefined;
  };
  return {
    add,
    percent,
    isPending: sending.isPending,
    error: sending.error,
    added: sending.data,
    isShown: shownIn !== undefined,
  };
}

/** Whether text is pasted into a field. Excel and Word put a picture of the text next to it. */
const isTextPaste = ({ target, clipboardData }: ClipboardEvent): boolean =>
  target instanceof Element &&
  target.matches("input, textarea") &&
  (clipboardData?.types.includes("text/plain") ?? false);

/** From a file, the camera, by drag, or pasted anywhere on the page. */
export function AddPicture({ add, percent, isPending, error, added, isShown }: ReturnType<typeof useAddPicture>) {
  const [isOver, setOver] = useState(false);
  const paste = useEffectEvent((event: ClipboardEvent) => {
    if (!isTextPaste(event) && add(event.clipboardData?.files ?? [])) event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  }, []);
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(over);
  };
  const resetFile = useRef<() => void>(null);
  const resetCamera = useRef<() => void>(null);
  const choose = (file: File | null) => {
    add(file ? [file] : []);
    // A browser reports no change if the same file is chosen again, for example after a failure.
    resetFile.current?.();
    resetCamera.current?.();
  };
  return (
    <fieldset
      className={classes.drop}
      data-over={isOver || undefined}
      aria-label={words.label}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event);
        add(event.dataTransfer.files);
      }}
    >
      <Group gap="sm">
        <FileButton resetRef={resetFile} accept={ACCEPT} onChange={choose} inputProps={{ "aria-label": words.choose }}>
          {({ onClick }) => (
            <BusyButton variant="default" isBusy={isPending} leftSection={<IconUpload size={18} />} onClick={onClick}>
              {words.choose}
            </BusyButton>
          )}
        </FileButton>
        <FileButton
          resetRef={resetCamera}
          accept="image/*"
          capture="environment"
          onChange={choose}
          inputProps={{ "aria-label": words.take }}
        >
          {({ onClick }) => (
            <BusyButton
              className={classes.camera}
              variant="default"
              isBusy={isPending}
              leftSection={<IconCamera size={18} />}
              onClick={onClick}
            >
              {words.take}
            </BusyButton>
          )}
        </FileButton>
        <Hint className={classes.hint}>{words.hint}</Hint>
      </Group>
      {isPending && <Progress value={percent} mt="sm" aria-label={words.progress} />}
      <div role="status">
        {added && !isPending && !error && <Text size="sm">{isShown ? words.shown : words.added}</Text>}
      </div>
      {error && !isPending && <Notice tone="error">{error.message}</Notice>}
      {added && !added.isPublic && <Notice tone="warning">{words.notPublic}</Notice>}
    </fieldset>
  );
}
