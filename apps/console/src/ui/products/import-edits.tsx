"use client";

import { Button } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useState } from "react";
import { loadLater } from "../frame/load-later.ts";
import { texts } from "./texts.ts";

const [ImportDialog, usePreload] = loadLater(async () => (await import("./import-dialog.tsx")).ImportDialog);

/** The button and the dialog for an import of edits. */
export function ImportEdits({ className }: { className?: string | undefined }) {
  usePreload();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        size="md"
        leftSection={<IconUpload size={18} aria-hidden="true" />}
        className={className}
        onClick={() => setOpen(true)}
      >
        {texts.import.button}
      </Button>
      {isOpen && <ImportDialog close={() => setOpen(false)} />}
    </>
  );
}
