import type { Tx } from "@highstreet/db";
import { recordHistory } from "../../../core/history/index.ts";
import type { Context } from "../../../kernel/context.ts";

type Change = "invite" | "cancel" | "join" | "update" | "remove";

/** What the history says of a person or an invitation. */
interface Member {
  name?: string | undefined;
  email: string;
  role: string | null;
}

interface MemberWrite {
  /** null: the partner's own team. Its changes are in no history, because each entry belongs to a shop. */
  retailerId: string | null;
  /** The account or the invitation. */
  id: string;
  before: Member | null;
  after: Member | null;
}

/** Records a change of a shop's team, in the transaction of the change. */
export function recordMember(
  ctx: Context,
  tx: Tx,
  change: Change,
  { retailerId, id, before, after }: MemberWrite,
): void {
  if (!retailerId) return;
  recordHistory(ctx, tx, [{ retailerId, action: `member.${change}`, target: { type: "member", id }, before, after }]);
}
