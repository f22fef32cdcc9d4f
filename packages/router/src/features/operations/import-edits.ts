import { storesWithout } from "../../core/channels/index.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { editEachItem } from "../customizations/index.ts";
import { presentOperation } from "./get-operation.ts";
import { readImport, selectionOfImport } from "./internal/read-import.ts";
import { startOperation } from "./internal/start-operation.ts";
import type { ImportEdits, ImportPlan, Operation, PlanImport } from "./operations.schema.ts";

/** Without a lock. @throws the errors of `readImport` */
export async function planImport(ctx: Context, input: PlanImport): Promise<ImportPlan> {
  const read = await readImport(ctx, input);
  const { target, lines, itemKeys, edits, fields, replaced, kept, rejectedLines, rejections } = read;
  const channels = new Set(edits.flatMap((one) => one.edits.channels ?? []));
  return {
    lines,
    products: itemKeys.length,
    fields,
    rejectedLines,
    rejections: rejections.toSorted((a, b) => a.line - b.line),
    ownSettings: { replaced: replaced.size, kept: kept.size },
    notShownIn: target.storeId ? undefined : await storesWithout(ctx.db, target.retailerId, [...channels]),
    selection: selectionOfImport(read),
  };
}

/** Storing the edits of 200,000 products. */
const STATEMENT_MS = 60_000;

/**
 * All edits of a file are one operation. Rejected lines change nothing.
 * @throws ChangedSince if the file has other edits than its plan; QuotaExceeded; the errors of `readImport`
 */
export async function importEdits(ctx: Context, input: ImportEdits): Promise<Operation> {
  const { selection, ...file } = input;
  const read = await readImport(ctx, file);
  const { target, itemKeys, edits } = read;
  if (selectionOfImport(read) !== selection) {
    const detail = `Products have changed since the preview: the file now changes ${itemKeys.length}. Choose the file again.`;
    throw new DomainError("ChangedSince", detail, { products: itemKeys.length });
  }
  return ctx.db.transaction(
    { retailerId: target.retailerId },
    async (tx) => {
      const started = { ...target, kind: "import" } as const;
      const save = (inside: Context) => editEachItem(inside, tx, { ...target, itemKeys }, edits);
      return presentOperation(await startOperation(ctx, tx, started, itemKeys, save, edits));
    },
    { statementMs: STATEMENT_MS },
  );
}
