import { z } from "zod";
import { procedure, router } from "../../kernel/trpc.ts";
import { cancelInvitation } from "./cancel-invitation.ts";
import { changeRole } from "./change-role.ts";
import { findShops } from "./find-shops.ts";
import { getMe } from "./get-me.ts";
import { getShop } from "./get-shop.ts";
import { invite } from "./invite.ts";
import { listTeam } from "./list-team.ts";
import { makeResetLink } from "./make-reset-link.ts";
import { removeMember } from "./remove-member.ts";
import { resendInvitation } from "./resend-invitation.ts";
import { FindShops, Me, OpenShop, Shop, ShopOf } from "./staff.schema.ts";
import { ChangeRole, HandedOver, InvitationOf, Invite, MemberOf, Team, TeamOf } from "./team.schema.ts";

const team = procedure.meta({ access: "staff:write" });

/** The signed-in person, and the people with roles at a retailer or a partner. */
export const staff = router({
  me: procedure
    .meta({ access: "any" })
    .output(Me)
    .query(({ ctx }) => getMe(ctx)),
  findShops: procedure
    .meta({ access: "any" })
    .input(FindShops)
    .output(z.array(Shop))
    .query(({ ctx, input }) => findShops(ctx, input)),
  shop: procedure
    .meta({ access: "retailers:read" })
    .input(ShopOf)
    .output(OpenShop)
    .query(({ ctx, input }) => getShop(ctx, input)),
  list: team
    .input(TeamOf)
    .output(Team)
    .query(({ ctx, input }) => listTeam(ctx, input)),
  invite: team
    .input(Invite)
    .output(HandedOver)
    .mutation(({ ctx, input }) => invite(ctx, input)),
  resendInvitation: team
    .input(InvitationOf)
    .output(HandedOver)
    .mutation(({ ctx, input }) => resendInvitation(ctx, input)),
  cancelInvitation: team
    .input(InvitationOf)
    .output(z.void())
    .mutation(({ ctx, input }) => cancelInvitation(ctx, input)),
  changeRole: team
    .input(ChangeRole)
    .output(z.void())
    .mutation(({ ctx, input }) => changeRole(ctx, input)),
  remove: team
    .input(MemberOf)
    .output(z.void())
    .mutation(({ ctx, input }) => removeMember(ctx, input)),
  makeResetLink: team
    .input(MemberOf)
    .output(HandedOver)
    .mutation(({ ctx, input }) => makeResetLink(ctx, input)),
});
