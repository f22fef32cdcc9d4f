import { z } from "zod";

/** Several edits under one id: a bulk edit, or the revert of an operation. */
export const Operation = z.object({
  id: z.string(),
  kind: z.enum(["edit", "revert"]),
  status: z.enum(["running", "done", "failed", "stopped"]),
  total: z.int().describe("Number of products"),
  done: z.int().describe("Number of products that are done"),
  storeId: z.string().nullable().describe("The store of the edit; null: all stores"),
  filter: z.record(z.string(), z.json()).nullable(),
  edit: z.record(z.string(), z.json()).nullable(),
  reverts: z.string().nullable().describe("The operation that a revert takes back"),
  problem: z.record(z.string(), z.json()).nullable().describe("Why the operation failed: `code`, `detail` and more"),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
});
export type Operation = z.infer<typeof Operation>;

export const GetOperation = z.strictObject({ retailerId: z.string(), operationId: z.string() });
export type GetOperation = z.infer<typeof GetOperation>;
