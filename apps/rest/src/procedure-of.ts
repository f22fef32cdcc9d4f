import { appRouter } from "@highstreet/router";
import type { AnyTRPCProcedure } from "@trpc/server";
import type { ProcedureName } from "./operations/operation.ts";

const features: Record<string, Record<string, AnyTRPCProcedure>> = appRouter._def.record;

/** The procedure of an operation. */
export function procedureOf(name: ProcedureName): AnyTRPCProcedure {
  const [feature = "", verb = ""] = name.split(".");
  const procedure = features[feature]?.[verb];
  if (!procedure) throw new Error(`the router has no procedure ${name}`);
  return procedure;
}
