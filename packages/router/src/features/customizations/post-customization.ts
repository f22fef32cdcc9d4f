import type { Context } from "../../kernel/context.ts";
import type { Customization, PostCustomization } from "./customizations.schema.ts";
import { findScope } from "./find-scope.ts";
import { saveCustomization } from "./save-customization.ts";

/** Creates or edits the customization of a barcode, for all stores or one; the item need not exist yet (contract §4). */
export async function postCustomization(
  ctx: Context,
  input: PostCustomization,
): Promise<{ created: boolean; customization: Customization }> {
  const scope = await findScope(ctx, input);
  const { barcode, ...edits } = input.body;
  return ctx.db.transaction(scope, (tx) => saveCustomization(ctx, tx, { ...scope, barcode }, edits));
}
