"use client";

import type { ChannelRecord } from "@highstreet/router/core/channels/channel.schema.ts";
import { Stack, Tooltip } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { BusyButton, type BusyButtonProps, FormButtons } from "../parts/form.tsx";
import { Notice } from "../parts/notice.tsx";
import { useTRPC } from "../parts/trpc.ts";
import { DraftForm } from "../shell/draft-form.tsx";
import { useAccess } from "../shell/shop-context.tsx";
import classes from "./channel.module.css";
import { texts } from "./texts.ts";

export interface ChannelFormProps {
  record: ChannelRecord | undefined;
  done: () => void;
}

interface FrameProps {
  /** The channel. */
  draft: string;
  submit: (fields: FormData) => void;
  isPending: boolean;
  error: string | undefined;
  cancel: () => void;
  children: ReactNode;
}

export function ChannelForm({ draft, submit, isPending, error, cancel, children }: FrameProps) {
  return (
    <DraftForm draft={draft} className={classes.form} submit={submit}>
      <Stack>
        {children}
        {error && <Notice tone="error">{error}</Notice>}
        <FormButtons isBusy={isPending} cancel={cancel} />
      </Stack>
    </DraftForm>
  );
}

/** The state of a channel; undefined if the channel is off. */
export function ChannelStatus({ status }: { status: keyof typeof texts.status | undefined }) {
  return (
    <span className={classes.status} data-status={status}>
      {status ? texts.status[status] : texts.off}
    </span>
  );
}

/** A button that changes channels. Disabled with a reason for users without the permission. */
export function WriteButton({
  disabled,
  isBusy = false,
  ...rest
}: Omit<BusyButtonProps, "isBusy"> & { isBusy?: boolean }) {
  const { may, whyNot } = useAccess();
  const mayWrite = may("channels.enable");
  return (
    <Tooltip label={whyNot} disabled={mayWrite} multiline maw={260}>
      <BusyButton disabled={disabled || !mayWrite} isBusy={isBusy} {...rest} />
    </Tooltip>
  );
}

/** Reloads all data of channels, and the set-up of the shop. Resolves when the visible data is new. */
export function useRefresh(): () => Promise<unknown> {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const all = [trpc.channels, trpc.localAds, trpc.listings, trpc.overview];
  return () => Promise.all(all.map((part) => queries.invalidateQueries(part.pathFilter())));
}

/** A text parameter of a channel; empty if it is missing. */
export function textOf(record: ChannelRecord | undefined, name: string): string {
  const value = record?.parameters[name];
  return typeof value === "string" ? value : "";
}
