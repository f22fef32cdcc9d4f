import { afterAll, expect, test } from "vitest";
import { createTestTeam, tokenOf } from "../../../tests/staff/test-team.ts";
import { readInvitation } from "./accept-invitation.ts";
import { invite } from "./invite.ts";

const t = await createTestTeam();
afterAll(() => t.close());
const olga = await t.join("olga@shop.example", "owner");
const ada = await t.join("ada@tills.example", "partner");

test("shows the team, the role, the inviter, and whether the address has an account", async () => {
  const retailerId = t.shop.id;
  const read = async (made: { link: string | null }) => readInvitation(t.as(null), { token: tokenOf(made) });
  expect(await read(await invite(olga.ctx, { retailerId, email: "max@shop.example", role: "viewer" }))).toEqual({
    ...{ email: "max@shop.example", team: "Corner Shop", role: "viewer", invitedBy: olga.email, hasAccount: false },
  });
  expect(await read(await invite(ada.ctx, { email: olga.email }))).toMatchObject({
    ...{ team: "Tills & Co", role: "partner", hasAccount: true },
  });
});
