import type { Context } from "../../kernel/context.ts";
import { readImport, selectionOfImport } from "./internal/read-import.ts";
import type { ImportPlan, PlanImport } from "./operations.schema.ts";

/** Counts what an import of edits would change, without a lock. @throws the errors of `readImport` */
export async function planImport(ctx: Context, input: PlanImport): Promise<ImportPlan> {
  const read = await readImport(ctx, input);
  const { lines, itemKeys, fields, replaced, kept, rejectedLines, rejections } = read;
  return {
    ...{ lines, products: itemKeys.length, fields, rejectedLines },
    rejections: rejections.toSorted((a, b) => a.line - b.line),
    ownSettings: { replaced: replaced.size, kept: kept.size },
    selection: selectionOfImport(read),
  };
}
