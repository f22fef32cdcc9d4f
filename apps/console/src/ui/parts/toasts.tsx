"use client";

import { UnstyledButton } from "@mantine/core";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { IconX } from "./icons.tsx";
import { texts } from "./texts.ts";
import classes from "./toasts.module.css";

interface Toast {
  id: string;
  title?: string | undefined;
  message: ReactNode;
  isError?: boolean;
  isBusy?: boolean;
  /** Time until the message goes; null: it stays until it is replaced. */
  ms?: number | null;
}

const MAX_TOASTS = 3;
const SHOWN_MS = 4_000;

let toasts: Toast[] = [];
let last = 0;
const listeners = new Set<() => void>();

function setToasts(next: Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const getToasts = (): Toast[] => toasts;

/** Shows a message, or replaces the message with the same id. */
export function showToast({ id = `toast-${++last}`, ...rest }: Omit<Toast, "id"> & { id?: string }): void {
  const toast = { id, ...rest };
  if (toasts.some((one) => one.id === id)) setToasts(toasts.map((one) => (one.id === id ? toast : one)));
  else setToasts([...toasts, toast].slice(-MAX_TOASTS));
}

const hideToast = (id: string): void => setToasts(toasts.filter((one) => one.id !== id));

/**
 * The messages of the page. Not Mantine's notifications: those close while the focus is on them, and a message that replaces another
 * does not get its whole time.
 */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, getToasts, getToasts);
  return (
    <div className={classes.messages}>
      {shown.map((toast) => (
        <Message key={toast.id} toast={toast} />
      ))}
    </div>
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
