import { z } from "zod";
import { queryInt } from "./body.schema.ts";

/** Some clients always send `page[before]`. Only an empty one is accepted, because `prev` links use `page[after]`. */
export const NoCursor = z.literal("", "must be empty; follow links.prev for the page before").optional();

export const notAGroup = ({ code }: { code?: string }): string | undefined =>
  code === "invalid_type" ? "is not a number of a page: send page[size], and page[after] from the links" : undefined;

export const PageOptional = z.strictObject(
  {
    size: queryInt(1, 100).default(25),
    after: z.string().optional(),
    before: NoCursor,
  },
  { error: notAGroup },
);

export const Page = PageOptional.prefault({});

export type Page = z.infer<typeof Page>;

export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ data: z.array(row), next: z.string().nullable(), prev: z.string().nullable() });
