import { itemKeyOf } from "../../core/items/index.ts";
import { lockStores } from "../../core/log/index.ts";
import { storeNotFound } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError, type FieldError, validationFailed } from "../../kernel/errors.ts";
import { findRetailer, holdRetailer } from "../../kernel/find-retailer.ts";
import { isId } from "../../kernel/ids.ts";
import type { Customization, PostBatch } from "./customizations.schema.ts";
import { mergeCustomization } from "./internal/merge-customization.ts";
import { presentCustomization } from "./internal/present-customization.ts";
import { finishEdits } from "./internal/save-customization.ts";

/** One statement publishes all edits of a batch in all stores. */
const BATCH_STATEMENT_MS = 60_000;

type One = PostBatch["body"][number];

/** The order in which rows are locked (README.md of this package, Locks): by item, the retailer-wide record first. */
function byLockOrder(a: One, b: One): number {
  const [left, right] = [a, b].map(({ barcode, storeId }) => `${itemKeyOf(barcode)}\0${storeId ?? ""}`);
  return (left ?? "") < (right ?? "") ? -1 : left === right ? 0 : 1;
}

/** The error of one body. Its pointers begin with the index of the body. */
function at(index: number, error: unknown): unknown {
  if (!(error instanceof DomainError)) return error;
  // The store id is in the body, so the body is invalid.
  if (error.code === "StoreNotFound") {
    return validationFailed([{ pointer: `/${index}/storeId`, code: "InvalidValue", message: error.message }]);
  }
  const errors = (error.members.errors as FieldError[] | undefined) ?? [
    { pointer: "", code: error.code, message: error.message },
  ];
  return new DomainError(error.code, `/${index}: ${error.message}`, {
    ...error.members,
    errors: errors.map((field) => ({ ...field, pointer: `/${index}${field.pointer}` })),
  });
}

/**
 * Creates or edits up to 1,000 customizations in one transaction. One invalid body rolls back all of them. Bodies of the same
 * customization are applied in their order. @returns the customizations in the order of the bodies
 */
export async function postBatch(ctx: Context, input: PostBatch): Promise<Customization[]> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const bodies = input.body.map((one) => ({ ...one, storeId: one.storeId?.toLowerCase() ?? null }));
  const ordered = bodies.map((one, index) => ({ one, index })).sort((a, b) => byLockOrder(a.one, b.one));
  return ctx.db.sqlTransaction(
    { retailerId },
    async (tx) => {
      holdRetailer(tx, retailerId);
      // All statements go out in the order of the locks, before the first answer.
      const merging = ordered.map(async ({ one, index }) => {
        const { barcode, storeId, ...edits } = one;
        try {
          if (storeId !== null && !isId(storeId)) throw storeNotFound();
          return await mergeCustomization(ctx, tx, { retailerId, storeId, barcode }, edits);
        } catch (error) {
          throw at(index, error);
        }
      });
      // Of several errors the first one in this order counts, whichever answer comes first.
      await Promise.allSettled(merging);
      const merged = await Promise.all(merging);
      const named = merged.flatMap(({ target }) => target.storeId ?? []);
      const storeIds = await lockStores(tx, retailerId, named.length < merged.length ? null : named);
      await finishEdits(ctx, tx, { retailerId, storeIds }, merged, (place, check) =>
        check().catch((error: unknown) => {
          throw at(ordered[place]?.index ?? place, error);
        }),
      );
      const saved: Customization[] = [];
      for (const [place, { record }] of merged.entries())
        saved[ordered[place]?.index ?? place] = presentCustomization(record);
      return saved;
    },
    { statementMs: BATCH_STATEMENT_MS },
  );
}
