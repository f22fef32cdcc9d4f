"use client";

import { Button, Text, Tooltip } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import { IconFileUpload } from "@tabler/icons-react";
import { useRef } from "react";
import { showToast } from "../frame/toasts.ts";
import { useStore } from "../shell/store-context.tsx";
import { TemplateLink } from "./template-link.tsx";
import { texts } from "./texts.ts";
import classes from "./upload.module.css";

const words = texts.upload;

/** A place to drop a stock file, with a button. */
export function DropFile({ choose }: { choose: (file: File) => void }) {
  const { may, whyNot } = useStore();
  const open = useRef<() => void>(null);
  const mayWrite = may("inventory.putStock");
  return (
    <Dropzone
      className={classes.drop}
      openRef={open}
      multiple={false}
      disabled={!mayWrite}
      activateOnClick={false}
      activateOnKeyboard={false}
      inputProps={{ "aria-label": words.label }}
      onDrop={() => undefined}
      onDropAny={([file], others) => {
        // Otherwise only the first of several files would count.
        if (others.length > 0) showToast({ isError: true, message: words.oneFile });
        else if (file) choose(file);
      }}
    >
      <IconFileUpload size={32} stroke={1.5} aria-hidden="true" className={classes.icon} />
      <Text fw={600}>{words.drop}</Text>
      <Text size="sm" c="dimmed" maw={460}>
        {words.text}
      </Text>
      <TemplateLink file="stock-template.csv" lines={["barcode,price,quantity", "5012345678900,4.50,12"]}>
        {texts.template}
      </TemplateLink>
      <br />
      <Tooltip label={whyNot} disabled={mayWrite} multiline maw={260}>
        <Button variant="default" disabled={!mayWrite} onClick={() => open.current?.()} className={classes.choose}>
          {words.choose}
        </Button>
      </Tooltip>
    </Dropzone>
  );
}
