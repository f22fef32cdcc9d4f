import { findRetailer } from "../../access/find-retailer.ts";
import { cleanDescriptions, ownerOf } from "../../core/feeds/index.ts";
import { checkBarcode, findItem } from "../../core/items/index.ts";
import { findStore } from "../../core/stores/index.ts";
import type { Context } from "../../kernel/context.ts";
import { DomainError, type FieldError, validationFailed } from "../../kernel/errors.ts";
import type { Customization, PostBatch, PostCustomization, PostedCustomization } from "./customizations.schema.ts";
import { checkSameStore } from "./internal/check-edits.ts";
import { cleaned, saveEdits } from "./internal/save-edits.ts";

/** One statement publishes all edits of a batch in all stores. */
const BATCH_STATEMENT_MS = 60_000;

/** No store needs to have the item yet. @throws RetailerNotFound, StoreNotFound; the errors of `saveEdits` */
export async function postCustomization(ctx: Context, input: PostCustomization): Promise<PostedCustomization> {
  const store = input.storeId === undefined ? undefined : await findStore(ctx, { ...input, storeId: input.storeId });
  const { retailerId } = store ?? (await findRetailer(ctx, input.retailerId));
  const scope = { retailerId, storeId: store?.storeId ?? null };
  const { barcode, storeId: sentBack, ...edits } = input.body;
  checkSameStore(scope.storeId, sentBack);
  const item = await findItem(ctx.db, scope, barcode);
  checkBarcode(item);
  const edit = { ...item, storeId: scope.storeId, edits: cleaned(edits) };
  const [saved] = await ctx.db.transaction(scope, (tx) => saveEdits(ctx, tx, retailerId, [edit], { keepsEmpty: true }));
  return saved as PostedCustomization;
}

/** Its pointers begin with the index of the body. */
function errorOfBody(index: number, error: unknown): unknown {
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

/** One process cleans all descriptions if they have many tags. */
async function cleanBatch(bodies: PostBatch["body"], owner: string): Promise<PostBatch["body"]> {
  const texts = bodies.flatMap((body) =>
    [body.description, body.for?.search?.description].filter((text) => text != null),
  );
  const clean = new Map((await cleanDescriptions(texts, owner)).map((text, n) => [texts[n], text]));
  return bodies.map((body, index) => {
    try {
      return { ...body, ...cleaned(body, (text) => clean.get(text) ?? "") };
    } catch (error) {
      throw errorOfBody(index, error);
    }
  });
}

/**
 * All bodies or none. Bodies of the same customization are applied in their order. @returns the customizations in the order of the bodies
 */
export async function postBatch(ctx: Context, input: PostBatch): Promise<Customization[]> {
  const { retailerId } = await findRetailer(ctx, input.retailerId);
  const bodies = await cleanBatch(input.body, ownerOf(ctx.actor, retailerId));
  const edits = await Promise.all(
    bodies.map(async ({ barcode, storeId: named, ...edits }, index) => {
      const storeId = named?.toLowerCase() ?? null;
      const item = await findItem(ctx.db, { retailerId, storeId }, barcode);
      try {
        checkBarcode(item);
      } catch (error) {
        throw errorOfBody(index, error);
      }
      return { ...item, storeId, edits };
    }),
  );
  const saved = await ctx.db.sqlTransaction(
    { retailerId },
    (tx) => saveEdits(ctx, tx, retailerId, edits, { errorOf: errorOfBody, keepsEmpty: true }),
    { statementMs: BATCH_STATEMENT_MS },
  );
  return saved.map(({ customization }) => customization);
}
