import { z } from "zod";
import { conditions, stockStatuses } from "./items.schema.ts";

export const StockStatus = z
  .enum(stockStatuses)
  .describe(
    "`in_stock`: 3 or more. `low_stock`: less than 3, and more than 0. `out_of_stock`: 0 or less, or named by no feed and no PATCH for 7 days. Without a quantity, the availability of the line decides",
  );

export const Condition = z
  .enum(conditions)
  .describe("Of the goods. Stock lines without one: that of the product data, otherwise `new`");

export const priceText = "Number with two decimals, VAT included where it applies, in the currency beside it";
export const CurrencyShown = z.string().describe("ISO 4217 code of the price, such as `GBP`");
export const productText = {
  title: "Name of the product; null: unknown",
  description: "Text with basic HTML (`b i em strong p br ul ol li`); null: unknown",
  brand: "Brand, or the author of a book; null: unknown",
  images: "Addresses of pictures, http or https, the main one first",
  category: "Path of categories in the words of the shop, such as `Home > Lighting`; null: unknown",
  attributes: "What tells variants of a product apart",
  color: "Colour in the words of the shop; null: unknown",
  size: "Size in the words of the shop; null: unknown",
  groupId: "The same for all variants of one product; null: no variants",
};
