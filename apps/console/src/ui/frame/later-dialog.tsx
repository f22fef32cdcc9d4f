"use client";

import { type ComponentType, useState } from "react";
import { loadLater } from "./load-later.tsx";

/** The code of a dialog comes after the page. After the dialog has opened, it stays mounted, so that it can give the focus back. */
export function laterDialog<Props extends { isOpen: boolean }>(load: () => Promise<ComponentType<Props>>) {
  const [Dialog, usePreload] = loadLater(load);
  return function LaterDialog(props: Props) {
    usePreload();
    const [wasOpened, setWasOpened] = useState(props.isOpen);
    if (props.isOpen && !wasOpened) setWasOpened(true);
    return wasOpened ? <Dialog {...props} /> : null;
  };
}
