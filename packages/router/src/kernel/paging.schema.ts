import { z } from "zod";
import { queryInt } from "./body.schema.ts";

/** `page[size]` and `page[after]` of a list. */
export const PageOptional = z.strictObject({
  size: queryInt(1, 100).default(25),
  after: z.string().optional(),
});

/** The same for a list that always answers with a page. */
export const Page = PageOptional.prefault({});

export type Page = z.infer<typeof Page>;

/** A page of rows, and the cursors of its neighbours (null at the ends). */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ data: z.array(row), next: z.string().nullable(), prev: z.string().nullable() });
