import { procedure } from "../../access/procedure.ts";
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
  putStock: writeStore
    .input(PutStock)
    .output(Ingest)
    .mutation(({ ctx, input }) => putStock(ctx, input)),
  putFile: write
    .input(PutStockFile)
    .output(StockFile)
    .mutation(({ ctx, input }) => putStockFile(ctx, input)),
  getFile: read
    .input(GetStockFile)
    .output(StockFile)
    .query(({ ctx, input }) => getStockFile(ctx, input)),
  listFileRejections: read
    .input(ListFileRejections)
    .output(FileRejectionPage)
    .query(({ ctx, input }) => listFileRejections(ctx, input)),
  countFileRejections: read
    .input(GetStockFile)
    .output(RejectionCounts)
    .query(({ ctx, input }) => countFileRejections(ctx, input)),
  previewStock: writeStore
    .input(PreviewStock)
    .output(StockPreview)
    .mutation(({ ctx, input }) => previewStock(ctx, input)),
  previewFile: write
    .input(PreviewStockFile)
    .output(StockPreview)
    .mutation(({ ctx, input }) => previewStockFile(ctx, input)),
  undoIngest: writeStore
    .input(UndoIngest)
    .output(FeedUndo)
    .mutation(({ ctx, input }) => undoIngest(ctx, input)),
  undoFile: write
    .input(UndoStockFile)
    .output(FeedUndo)
    .mutation(({ ctx, input }) => undoStockFile(ctx, input)),
  discardIngest: writeStore
    .input(GetIngest)
    .output(Ingest)
    .mutation(({ ctx, input }) => discardIngest(ctx, input)),
  acceptIngest: writeStore
    .input(GetIngest)
    .output(Ingest)
    .mutation(({ ctx, input }) => acceptIngest(ctx, input)),
  patchStock: writeStore
    .input(PatchStock)
    .output(Ingest)
    .mutation(({ ctx, input }) => patchStock(ctx, input)),
  listIngests: readStore
    .input(ListIngests)
    .output(IngestPage)
    .query(({ ctx, input }) => listIngests(ctx, input)),
  getIngest: readStore
    .input(GetIngest)
    .output(Ingest)
    .query(({ ctx, input }) => getIngest(ctx, input)),
  listRejections: readStore
    .input(ListRejections)
    .output(RejectionPage)
    .query(({ ctx, input }) => listRejections(ctx, input)),
  countRejections: readStore
    .input(CountRejections)
    .output(RejectionCounts)
    .query(({ ctx, input }) => countRejections(ctx, input)),
});
