import { createTestContext } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing";
import { afterAll, expect, test } from "vitest";
import { createStaffMember } from "./create-staff-member.ts";
import { getMe } from "./read-staff.ts";

const sandboxWarning = "Sandbox: no listing or ad is shown to the public.";
const t = await createTestContext({ settings: { sandboxWarning } });
afterAll(() => t.close());
const [one, two] = [await t.retailer({ name: "B" }), await t.retailer({ name: "A" })];
const pat = { name: "Pat", email: "pat@shop.example", password: canary("password"), role: "owner" } as const;
const userId = await createStaffMember(t.asSystem(), { ...pat, retailerId: one.id });

test("returns the signed-in user with their retailers and roles, ordered by name", async () => {
  const roles = new Map([
    [one.id, "owner" as const],
    [two.id, "viewer" as const],
  ]);
  const me = await getMe(t.as({ kind: "staff", userId, name: "Pat", roles }));
  expect(me).toMatchObject({
    ...{ name: "Pat", email: "pat@shop.example", sandboxWarning },
    retailers: [
      { id: two.id, name: "A", role: "viewer" },
      { id: one.id, name: "B", role: "owner" },
    ],
  });
});

test("refuses other callers", async () => {
  await expect(getMe(t.ctx)).rejects.toMatchObject({ code: "InsufficientScope" });
  await expect(getMe(t.as(null))).rejects.toMatchObject({ code: "Unauthorized" });
});
