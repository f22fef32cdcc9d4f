import { afterAll, expect, test } from "vitest";
import { createCaller } from "../src/router.ts";
import { createTestTeam } from "./staff/test-team.ts";

const t = await createTestTeam();
afterAll(() => t.close());
const retailerId = t.shop.id;
const { staff, stores, fleet } = createCaller((await t.join("ada@tills.example", "partner")).ctx);

test.each([
  ["staff.remove", (userId: string) => staff.remove({ retailerId, userId })],
  ["staff.changeRole", (userId: string) => staff.changeRole({ retailerId, userId, role: "viewer" })],
  ["staff.makeResetLink", (userId: string) => staff.makeResetLink({ retailerId, userId })],
  ["stores.find", (q: string) => stores.find({ retailerId, q })],
  ["fleet.list", (q: string) => fleet.list({ q })],
] as const)("%s refuses a text that PostgreSQL cannot store", async (_, call) => {
  await expect(call("a\0b")).rejects.toMatchObject({ cause: { code: "MalformedRequest" } });
});
