import { z } from "zod";
import { mutation, procedure, query } from "../../access/procedure.ts";
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
  findShops: query(procedure.meta({ access: "any" }), FindShops, z.array(Shop), findShops),
  shop: query(procedure.meta({ access: "retailers:read", stores: "own" }), ShopOf, OpenShop, getShop),
  contacts: procedure
    .meta({ access: "any" })
    .output(z.array(Contact))
    .query(({ ctx }) => listContacts(ctx)),
  setContact: mutation(procedure.meta({ access: "staff:write", wholePartner: true }), SetContact, z.void(), setContact),
  list: query(team, TeamOf, Team, listTeam),
  invite: mutation(team, Invite, InvitationDelivery, invite),
  resendInvitation: mutation(team, InvitationOf, InvitationDelivery, resendInvitation),
  cancelInvitation: mutation(team, InvitationOf, z.void(), cancelInvitation),
  changeRole: mutation(team, ChangeRole, z.void(), changeRole),
  remove: mutation(team, MemberOf, z.void(), removeMember),
  makeResetLink: mutation(team, MemberOf, InvitationDelivery, makeResetLink),
});
