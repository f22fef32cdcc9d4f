"use client";

import { IconUpload } from "@tabler/icons-react";
import { useState } from "react";
import action from "../frame/action.module.css";
import { loadLater } from "../frame/load-later.tsx";
import { texts } from "./texts.ts";

const [ImportDialog, usePreload] = loadLater(async () => (await import("./import-dialog.tsx")).ImportDialog);

/** The button and the dialog for an import of edits. */
export function ImportEdits({ className }: { className?: string | undefined }) {
  usePreload();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={`${action.action} ${className ?? ""}`} onClick={() => setOpen(true)}>
        <IconUpload size={18} aria-hidden="true" />
        {texts.import.button}
      </button>
      {isOpen && <ImportDialog close={() => setOpen(false)} />}
    </>
  );
}
