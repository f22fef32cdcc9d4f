import { checkBarcode, findItem } from "../../core/items/index.ts";
import { lockStores } from "../../core/log/index.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError, type FieldError, validationFailed } from "../../kernel/errors.ts";
import { findRetailer, holdRetailer } from "../../kernel/find-retailer.ts";
import type { Customization, PostBatch } from "./customizations.schema.ts";
import { type At, inLockOrder, mergeEach } from "./internal/merge-each.ts";
import { finishEdits } from "./internal/save-customization.ts";

/** One statement publishes all edits of a batch in all stores. */
const BATCH_STATEMENT_MS = 60_000;

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
  const bodies = input.body.map(async ({ barcode, storeId: named, ...edits }, index) => {
    const storeId = named?.toLowerCase() ?? null;
    const item = await findItem(ctx.db, { retailerId, storeId }, barcode);
    return { ...item, storeId, edits, index };
  });
  const ordered = inLockOrder(await Promise.all(bodies));
  const indexOf = (place: number): number => ordered[place]?.index ?? place;
  const atBody: At = (place, error) => at(indexOf(place), error);
  for (const [place, item] of ordered.entries()) {
    try {
      checkBarcode(item);
    } catch (error) {
      throw atBody(place, error);
    }
  }
  return ctx.db.sqlTransaction(
    { retailerId },
    async (tx) => {
      holdRetailer(tx, retailerId);
      const merged = await mergeEach(ctx, tx, retailerId, ordered, atBody);
      const named = merged.flatMap(({ target }) => target.storeId ?? []);
      const storeIds = await lockStores(tx, retailerId, named.length < merged.length ? null : named);
      await finishEdits(ctx, tx, { retailerId, storeIds }, merged, atBody);
      const saved: Customization[] = [];
      for (const [place, { customization }] of merged.entries()) saved[indexOf(place)] = customization;
      return saved;
    },
    { statementMs: BATCH_STATEMENT_MS },
  );
}
