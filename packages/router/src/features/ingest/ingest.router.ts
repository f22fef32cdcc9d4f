import { mutation, procedure, query } from "../../access/procedure.ts";
import { StockPreview } from "../../core/feeds/preview.schema.ts";
import { router } from "../../kernel/trpc.ts";
import { acceptIngest } from "./accept-ingest.ts";
import { discardIngest } from "./discard-ingest.ts";
import {
  CountRejections,
  FeedUndo,
  FileRejectionPage,
  GetIngest,
  GetStockFile,
  Ingest,
  IngestPage,
  ListFileRejections,
  ListIngests,
  ListRejections,
  PatchStock,
  PreviewStock,
  PreviewStockFile,
  PutStock,
  PutStockFile,
  RejectionCounts,
  RejectionPage,
  StockFile,
  UndoIngest,
  UndoStockFile,
} from "./ingest.schema.ts";
import { patchStock } from "./patch-stock.ts";
import { previewStock, previewStockFile } from "./preview-stock.ts";
import { putStock } from "./put-stock.ts";
import { putStockFile } from "./put-stock-file.ts";
import { countRejections, getIngest, listIngests, listRejections } from "./read-ingests.ts";
import { countFileRejections, getStockFile, listFileRejections } from "./read-stock-files.ts";
import { undoIngest, undoStockFile } from "./undo-ingest.ts";

const read = procedure.meta({ access: "inventory:read" });
const write = procedure.meta({ access: "inventory:write" });
const readStore = procedure.meta({ access: "inventory:read", stores: "named" });
const writeStore = procedure.meta({ access: "inventory:write", stores: "named" });

export const ingest = router({
  putStock: mutation(writeStore, PutStock, Ingest, putStock),
  putFile: mutation(write, PutStockFile, StockFile, putStockFile),
  getFile: query(read, GetStockFile, StockFile, getStockFile),
  listFileRejections: query(read, ListFileRejections, FileRejectionPage, listFileRejections),
  countFileRejections: query(read, GetStockFile, RejectionCounts, countFileRejections),
  previewStock: mutation(writeStore, PreviewStock, StockPreview, previewStock),
  previewFile: mutation(write, PreviewStockFile, StockPreview, previewStockFile),
  undoIngest: mutation(writeStore, UndoIngest, FeedUndo, undoIngest),
  undoFile: mutation(write, UndoStockFile, FeedUndo, undoStockFile),
  discardIngest: mutation(writeStore, GetIngest, Ingest, discardIngest),
  acceptIngest: mutation(writeStore, GetIngest, Ingest, acceptIngest),
  patchStock: mutation(writeStore, PatchStock, Ingest, patchStock),
  listIngests: query(readStore, ListIngests, IngestPage, listIngests),
  getIngest: query(readStore, GetIngest, Ingest, getIngest),
  listRejections: query(readStore, ListRejections, RejectionPage, listRejections),
  countRejections: query(readStore, CountRejections, RejectionCounts, countRejections),
});
