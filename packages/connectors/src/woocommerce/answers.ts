import { z } from "zod";

// Plugins send numbers or null where WooCommerce sends text.
const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? "" : String(value).trim()));

const image = z.object({ src: z.string() });

const sold = z.object({
  id: z.number().int(),
  status: z.string(),
  sku: text,
  global_unique_id: text,
  price: text,
  manage_stock: z.union([z.boolean(), z.literal("parent")]),
  stock_quantity: z.number().nullable(),
  stock_status: z.string(),
});

export const productAnswer = sold.extend({
  name: text,
  type: z.string(),
  images: z.array(image),
  brands: z.array(z.object({ name: text })).optional(),
});
export type ProductAnswer = z.infer<typeof productAnswer>;

export const variationAnswer = sold.extend({
  image: image.nullish(),
  attributes: z.array(z.object({ option: text })),
});
export type VariationAnswer = z.infer<typeof variationAnswer>;

export const currencyAnswer = z.object({ code: z.string().regex(/^[A-Z]{3}$/) });
