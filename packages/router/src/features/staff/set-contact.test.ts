import { afterAll, expect, test } from "vitest";
import { createTestTeam } from "../../../tests/staff/test-team.ts";
import { createCaller } from "../../router.ts";

const t = await createTestTeam();
afterAll(() => t.close());

test("people of a partner say how shops reach it, and each person of its shops reads it", async () => {
  const retailerId = t.shop.id;
  const [ada, vic] = [await t.join("ada@tills.example", "partner"), await t.join("vic@shop.example", "viewer")];
  const [partner, viewer] = [createCaller(ada.ctx), createCaller(vic.ctx)];
  expect(await viewer.staff.contacts()).toEqual([]);
  await expect(viewer.staff.setContact({ contact: "me" })).rejects.toMatchObject({ message: /./ });
  await partner.staff.setContact({ contact: " help@tills.example " });
  expect(await viewer.staff.contacts()).toMatchObject([{ contact: "help@tills.example" }]);
  expect((await partner.staff.list({})).contact).toBe("help@tills.example");
  expect((await partner.staff.list({ retailerId })).contact).toBeNull();
  await partner.staff.setContact({ contact: null });
  expect(await viewer.staff.contacts()).toEqual([]);
});
