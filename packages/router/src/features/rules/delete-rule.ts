import { recordHistory } from "../../core/history/index.ts";
import type { Context } from "../../kernel/context.ts";
import { checkVersion } from "../../kernel/if-match.ts";
import { changeRules } from "./internal/change-rules.ts";
import { findOwnRule, findRule, ruleWrite } from "./internal/rule-record.ts";
import type { GetRule } from "./rules.schema.ts";

/** Its products are shown as without it. @throws RetailerNotFound, RuleNotFound, InsufficientScope, PreconditionFailed */
export async function deleteRule(ctx: Context, input: GetRule): Promise<void> {
  const { retailerId, storeId } = await findOwnRule(ctx, input);
  await changeRules(ctx, { retailerId, storeId }, async (tx) => {
    const before = await findRule(ctx, input, tx);
    checkVersion(ctx, before.version);
    await tx.prisma.rule.deleteMany({ where: { retailerId, id: before.id } });
    await recordHistory(ctx, tx, [ruleWrite(before, null)]);
    return { result: undefined, settles: before.isOn };
  });
}
