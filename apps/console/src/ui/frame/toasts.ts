import type { ReactNode } from "react";
import { createStore } from "./create-store.ts";

/** A short message at the foot of the page. */
export interface Toast {
  /** A later message with the same id replaces the earlier. */
  id: string;
  title?: string | undefined;
  message: ReactNode;
  isError?: boolean;
  /** The call that the message describes still runs. */
  isBusy?: boolean;
  /** Time until the message goes; null: it stays until it is replaced. Default: 4,000. */
  ms?: number | null;
}

/** The most messages at the same time. */
const MOST = 3;

const shown = createStore<Toast[]>([]);
let last = 0;

/** Shows a message, or replaces the message with the same id. */
export function showToast({ id = `toast-${++last}`, ...rest }: Omit<Toast, "id"> & { id?: string }): void {
  const toast = { id, ...rest };
  const before = shown.get();
  if (before.some((one) => one.id === id)) shown.set(before.map((one) => (one.id === id ? toast : one)));
  else shown.set([...before, toast].slice(-MOST));
}

/** Removes a message. */
export const hideToast = (id: string): void => shown.set(shown.get().filter((one) => one.id !== id));

/** The messages to show, for the one `Messages` of the page. */
export const useToasts = shown.use;
