import { canary } from "@highstreet/telemetry/testing";
import { afterAll, expect, test } from "vitest";
import { createTestTeam, tokenOf } from "../../../tests/staff/test-team.ts";
import { applyResetLink, makeLinkForAccount } from "./reset-password.ts";

const t = await createTestTeam();
afterAll(() => t.close());
const olga = await t.join("olga@shop.example", "owner");

test("the system gets a link for an account; other callers do not", async () => {
  const token = tokenOf(await makeLinkForAccount(t.asSystem(), { email: "Olga@shop.example" }));
  expect(await applyResetLink(t.as(null), { token, password: canary("newpassword") })).toEqual({ email: olga.email });
  await expect(makeLinkForAccount(olga.ctx, olga)).rejects.toMatchObject({ code: "InsufficientScope" });
  await expect(makeLinkForAccount(t.asSystem(), { email: "x@y.example" })).rejects.toMatchObject({
    code: "ValidationFailed",
  });
});
