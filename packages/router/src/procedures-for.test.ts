import { expect, test } from "vitest";
import { appRouter, proceduresFor } from "./router.ts";

test("a role gets the names of its procedures", () => {
  const [viewer, owner] = [proceduresFor(appRouter, "viewer"), proceduresFor(appRouter, "owner")];
  expect(viewer).toEqual(expect.arrayContaining(["stores.list", "staff.me"]));
  expect(viewer).not.toContain("customizations.edit");
  expect(owner).toEqual(expect.arrayContaining([...viewer, "customizations.edit", "staff.invite"]));
  expect(owner).not.toContain("keys.create");
  expect(proceduresFor(appRouter, "partner")).toContain("keys.create");
  const ofStores = proceduresFor(appRouter, "manager", true);
  expect(ofStores).toContain("customizations.edit");
  for (const path of ["inventory.putFile", "inventory.connect", "alerts.get"]) expect(ofStores).not.toContain(path);
});
