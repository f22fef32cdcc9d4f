"use client";

import type { ChannelRecord } from "@highstreet/router/core/channels/channel.schema.ts";
import { Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { FormButtons } from "../frame/form-buttons.tsx";
import { Notice } from "../frame/notice.tsx";
import classes from "./channel-card.module.css";
import { texts } from "./texts.ts";

/** The properties of each channel's form. */
export interface ChannelFormProps {
  record: ChannelRecord | undefined;
  done: () => void;
}

interface FrameProps {
  submit: (fields: FormData) => void;
  isPending: boolean;
  /** An error outside of the fields. */
  error: string | undefined;
  cancel: () => void;
  children: ReactNode;
}

/** The frame of a channel's form: its fields, its error, Save and Cancel. */
export function ChannelForm({ submit, isPending, error, cancel, children }: FrameProps) {
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit(new FormData(event.currentTarget));
      }}
    >
      <Stack>
        {children}
        {error && <Notice tone="error">{error}</Notice>}
        <FormButtons submit={texts.save} isBusy={isPending} cancel={cancel} />
      </Stack>
    </form>
  );
}
