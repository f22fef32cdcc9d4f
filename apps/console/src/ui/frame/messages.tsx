"use client";

import { UnstyledButton } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useDialog } from "./dialogs.ts";
import { loadLater } from "./load-later.tsx";
import classes from "./messages.module.css";
import { texts } from "./texts.ts";
import { hideToast, type Toast, useToasts } from "./toasts.ts";

const SHOWN_MS = 4_000;

const [DialogHost, usePreload] = loadLater(async () => (await import("./dialog-host.tsx")).DialogHost);

/** The dialogs and short messages that code opens. A message must work without a connection, so only dialogs come later. */
export function Messages() {
  usePreload();
  const { dialog, isOpen } = useDialog();
  const toasts = useToasts();
  return (
    <>
      {dialog && <DialogHost dialog={dialog} isOpen={isOpen} />}
      <div className={classes.messages}>
        {toasts.map((toast) => (
          <Message key={toast.id} toast={toast} />
        ))}
      </div>
    </>
  );
}

/** A message. Stays while the pointer or the focus is on it. */
function Message({ toast }: { toast: Toast }) {
  const { id, title, message, isError, isBusy, ms = SHOWN_MS } = toast;
  const [isHeld, setHeld] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a message that replaces another has its whole time
  useEffect(() => {
    if (isHeld || ms === null) return;
    const timer = setTimeout(() => hideToast(id), ms);
    return () => clearTimeout(timer);
  }, [toast, isHeld]);
  return (
    <div
      id={id}
      role="alert"
      className={classes.message}
      data-tone={isError ? "error" : undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {isBusy && <span className={classes.busy} aria-hidden="true" />}
      <div className={classes.words}>
        {title && <b className={classes.title}>{title}</b>}
        {message}
      </div>
      <UnstyledButton className={classes.close} aria-label={texts.close} onClick={() => hideToast(id)}>
        <IconX size={18} aria-hidden="true" />
      </UnstyledButton>
    </div>
  );
}
