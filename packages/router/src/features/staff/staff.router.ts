import { z } from "zod";
import { procedure } from "../../access/procedure.ts";
import { router } from "../../kernel/trpc.ts";
import { changeRole, removeMember } from "./change-member.ts";
import { cancelInvitation, invite, resendInvitation } from "./invite.ts";
import { findShops, getMe, getShop, listContacts, listTeam } from "./read-staff.ts";
import { makeResetLink } from "./reset-password.ts";
import { setContact } from "./set-contact.ts";
import {
  ChangeRole,
  Contact,
  FindShops,
  InvitationDelivery,
  InvitationOf,
  Invite,
  Me,
  MemberOf,
  OpenShop,
  SetContact,
  Shop,
  ShopOf,
  Team,
  TeamOf,
} from "./staff.schema.ts";

const team = procedure.meta({ access: "staff:write" });

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
    .meta({ access: "retailers:read", stores: "own" })
    .input(ShopOf)
    .output(OpenShop)
    .query(({ ctx, input }) => getShop(ctx, input)),
  contacts: procedure
    .meta({ access: "any" })
    .output(z.array(Contact))
    .query(({ ctx }) => listContacts(ctx)),
  setContact: procedure
    .meta({ access: "staff:write", wholePartner: true })
    .input(SetContact)
    .output(z.void())
    .mutation(({ ctx, input }) => setContact(ctx, input)),
  list: team
    .input(TeamOf)
    .output(Team)
    .query(({ ctx, input }) => listTeam(ctx, input)),
  invite: team
    .input(Invite)
    .output(InvitationDelivery)
    .mutation(({ ctx, input }) => invite(ctx, input)),
  resendInvitation: team
    .input(InvitationOf)
    .output(InvitationDelivery)
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
    .output(InvitationDelivery)
    .mutation(({ ctx, input }) => makeResetLink(ctx, input)),
});
