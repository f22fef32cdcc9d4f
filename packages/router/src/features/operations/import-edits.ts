import type { Context } from "../../kernel/context.ts";
import { DomainError } from "../../kernel/errors.ts";
import { saveEach } from "../customizations/index.ts";
import { presentOperation } from "./internal/operation-row.ts";
import { readImport, selectionOfImport } from "./internal/read-import.ts";
import { startOperation } from "./internal/start-operation.ts";
import type { ImportEdits, Operation } from "./operations.schema.ts";

/** Storing the edits of 200,000 products. */
const STATEMENT_MS = 60_000;

/**
 * Makes the edits of a file in one operation, as its plan counted them. Rejected lines change nothing.
 * @throws ChangedSince if the file has other edits now; QuotaExceeded; the errors of `readImport`
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
      const save = (inside: Context) => saveEach(inside, tx, { ...target, itemKeys }, edits);
      return presentOperation(await startOperation(ctx, tx, started, itemKeys, save, edits));
    },
    { statementMs: STATEMENT_MS },
  );
}
