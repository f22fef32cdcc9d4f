"use client";

import type { Ingest, StockFile } from "@highstreet/router/features/ingest/ingest.schema.ts";
import { Button, Text } from "@mantine/core";
import { useUndoFile } from "../history/use-undo-file.tsx";
import { texts } from "./texts.ts";

const Undone = () => <Text size="sm">{texts.undone}</Text>;

/** Takes a file back in all its stores, as long as it can be taken back in one. */
export function UndoFileOfStores({ file }: { file: StockFile }) {
  const { mayUndo, ask } = useUndoFile();
  const of = { fileId: file.id };
  const isOpen = ({ ingest }: StockFile["stores"][number]) => Date.parse(ingest?.undoUntil ?? "") > Date.now();
  if (!file.stores.some(isOpen)) return file.stores.some(({ ingest }) => ingest?.undoneAt) ? <Undone /> : null;
  if (!mayUndo(of)) return null;
  return (
    <Button variant="default" size="xs" w="max-content" onClick={() => void ask(of)}>
      {texts.undo}
    </Button>
  );
}

/** Takes a file back, as long as it can be taken back. `storeId` null: product data. */
export function UndoFile({ ingest, storeId }: { ingest: Ingest; storeId: string | null }) {
  const { mayUndo, ask } = useUndoFile();
  if (ingest.undoneAt) return <Undone />;
  if (!ingest.undoUntil || Date.parse(ingest.undoUntil) < Date.now() || !mayUndo({ storeId, ingestId: ingest.id }))
    return null;
  return (
    <Button variant="default" size="xs" w="max-content" onClick={() => void ask({ storeId, ingestId: ingest.id })}>
      {texts.undo}
    </Button>
  );
}
