import type { AnyTRPCProcedure } from "@trpc/server";
import { type Meta, roleAllows, type StaffRole } from "./kernel/roles.ts";

type Procedures = Record<string, Record<string, unknown>>;

/** The names of a router's procedures: `customizations.edit`. */
export type ProcedureOf<R extends { _def: { record: object } }> = {
  [F in keyof R["_def"]["record"] & string]: `${F}.${keyof R["_def"]["record"][F] & string}`;
}[keyof R["_def"]["record"] & string];

/** The procedures that a role may call, by the access of each procedure. The console shows a button for each of them. */
export function proceduresFor<R extends { _def: { record: object } }>(router: R, role: StaffRole): ProcedureOf<R>[] {
  return Object.entries(router._def.record as Procedures).flatMap(([feature, verbs]) =>
    Object.entries(verbs).flatMap(([verb, procedure]) => {
      const meta = ((procedure as AnyTRPCProcedure)._def.meta ?? { access: "any" }) as Meta;
      return roleAllows(role, meta) ? (`${feature}.${verb}` as ProcedureOf<R>) : [];
    }),
  );
}
