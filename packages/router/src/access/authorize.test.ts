import type { AnyTRPCProcedure } from "@trpc/server";
import { expect, test } from "vitest";
import type { Actor } from "../kernel/context.ts";
import { type Meta, permissionsOf } from "../kernel/roles.schema.ts";
import { appRouter } from "../router.ts";
import { authorize } from "./authorize.ts";

const retailerId = "0193abcd-5a00-7000-8000-00000000ffff";
const viewer: Actor = { kind: "staff", userId: "u", name: "Val", roles: new Map([[retailerId, "viewer"]]) };

const features: Record<string, Record<string, AnyTRPCProcedure>> = appRouter._def.record;
const procedures = Object.entries(features).flatMap(([feature, verbs]) =>
  Object.entries(verbs).map(([verb, procedure]) => [`${feature}.${verb}`, procedure._def.meta as Meta] as const),
);
const isViewers = ({ access }: Meta): boolean => [...permissionsOf.viewer].some((scope) => scope === access);
const refused = procedures.filter(([, meta]) => meta.access.includes(":") && !isViewers(meta));

test("the role of staff at a shop counts for any spelling of the shop's id", () => {
  expect(refused.map(([path]) => path)).toEqual(expect.arrayContaining(["customizations.edit", "stores.delete"]));
  for (const [path, meta] of refused) {
    for (const id of [retailerId, retailerId.toUpperCase(), retailerId.replace("abcd", "AbCd")]) {
      expect(() => authorize(viewer, meta, { retailerId: id }), `${path} ${id}`).toThrow("Your role (viewer)");
    }
  }
});
