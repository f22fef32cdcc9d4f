"use client";

import { useCallback, useEffect, useId, useRef, useState } from "react";

/** The id of the popup of a button. Mantine derives the same from the id of a menu. */
export const popupId = (button: string): string => `${button}-dropdown`;

/** What a popup needs to know of its button. */
export interface PopupProps {
  /** The id of the button. */
  id: string;
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  button: () => HTMLElement | null;
}

/**
 * The state of a button with a menu or list that comes later (`loadLater`).
 * @returns the properties of the button, and those of the popup; undefined until the first click, so that nothing is loaded before it
 */
export function usePopup(kind: "menu" | "listbox") {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const ref = useRef<HTMLButtonElement>(null);
  const button = useCallback(() => ref.current, []);
  const popup: PopupProps | undefined = wasOpened ? { id, isOpen, setOpen, button } : undefined;
  return {
    popup,
    target: {
      ref,
      id,
      "aria-haspopup": kind,
      "aria-expanded": isOpen,
      "aria-controls": isOpen ? popupId(id) : undefined,
      onClick: () => {
        setWasOpened(true);
        setOpen(!isOpen);
      },
    },
  };
}

/** Mantine's popups and dialogs remember the focus when they open, so they must exist before. */
export function useOpenAfterMount(isOpen: boolean): boolean {
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return isMounted && isOpen;
}
