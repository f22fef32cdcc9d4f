import type { ReactNode } from "react";
import { createStore } from "./create-store.ts";

/** A dialog that code opens. */
export interface Dialog {
  title: string;
  content: ReactNode;
  /** A question has two buttons. Without a question, only a button in `content` closes the dialog (`closeDialog`). */
  question?: {
    confirm: string;
    cancel: string;
    /** The answer removes something. */
    isRemoval?: boolean;
    onConfirm: () => void;
  };
}

interface Shown {
  dialog: Dialog | undefined;
  isOpen: boolean;
}

const shown = createStore<Shown>({ dialog: undefined, isOpen: false });

/** Shows a dialog in place of an earlier one. */
export const openDialog = (dialog: Dialog): void => shown.set({ dialog, isOpen: true });

/** Closes the dialog. Its content stays until it has faded out. */
export const closeDialog = (): void => shown.set({ ...shown.get(), isOpen: false });

/** The dialog to show, for the one `Messages` of the page. */
export const useDialog = shown.use;
