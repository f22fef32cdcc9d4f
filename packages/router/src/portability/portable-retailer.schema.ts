import { z } from "zod";

export const FORMAT = 1;

const text = z.string();
const nullable = z.string().nullable();
const image = z.array(z.string()).nullable();
const body = z.record(z.string(), z.unknown());

/** The lines of an exported retailer, in this order. docs/operating.md describes them. */
export const PortableLine = z.discriminatedUnion("type", [
  z.object({ type: z.literal("highstreet"), format: z.literal(FORMAT), exportedAt: text }),
  z.object({ type: z.literal("retailer"), id: text, body }),
  z.object({ type: z.literal("store"), id: text, body }),
  z.object({
    type: z.literal("product"),
    barcode: text,
    title: nullable,
    description: nullable,
    brand: nullable,
    image,
    category: nullable,
    color: nullable,
    size: nullable,
    groupId: nullable,
    condition: nullable.optional(),
  }),
  z.object({
    type: z.literal("item"),
    storeId: text,
    barcode: text,
    quantity: nullable,
    price: text,
    currency: text,
    availability: nullable.optional(),
    condition: text,
    title: nullable,
    brand: nullable,
    image,
    category: nullable,
  }),
  z.object({ type: z.literal("customization"), storeId: nullable, body }),
  z.object({ type: z.literal("rule"), storeId: nullable, body }),
  z.object({ type: z.literal("staff"), name: text, email: text, role: z.enum(["owner", "manager", "viewer"]) }),
  z.object({ type: z.literal("connect"), storeId: nullable, what: text, parameters: z.unknown() }),
  z.object({ type: z.literal("end"), lines: z.number() }),
]);
export type PortableLine = z.infer<typeof PortableLine>;
