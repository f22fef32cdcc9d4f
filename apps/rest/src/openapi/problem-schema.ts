import { statusOf } from "@highstreet/router";
import type { JsonSchema } from "./json-schema.ts";

const text = (description: string): JsonSchema => ({ type: "string", description });

/** Schemas without a procedure: answers of the adapter, and rejected lines. */
export const adapterSchemas: Record<string, JsonSchema> = {
  Problem: {
    type: "object",
    description: "The answer to a call that failed (RFC 9457). Further members belong to some codes.",
    properties: {
      type: { ...text("Address of the code's explanation"), format: "uri" },
      title: text("The code as a sentence"),
      status: { type: "integer", description: "The HTTP status" },
      detail: text("The problem of this call, and how to correct it"),
      instance: text("Path of the call"),
      code: { type: "string", description: "What to tell errors apart by", enum: Object.keys(statusOf) },
      requestId: text("The call's id, as in X-Request-Id"),
      errors: {
        type: "array",
        description: "The first wrong fields",
        maxItems: 100,
        items: { $ref: "#/components/schemas/FieldError" },
      },
    },
    required: ["type", "title", "status", "detail", "instance", "code", "requestId"],
  },
  FieldError: {
    type: "object",
    properties: {
      pointer: text(
        "JSON Pointer into the body (in a batch it begins with the index), or `?name` for a query parameter",
      ),
      code: text("`Required`, `UnknownField`, `InvalidType`, `InvalidValue`, `InvalidFormat`, `TooSmall`, `TooBig`, …"),
      message: text("What it must be"),
    },
    required: ["pointer", "code", "message"],
  },
  PageLinks: {
    type: "object",
    description: "Absolute addresses of the neighbouring pages, brackets left as they are; null at the ends.",
    properties: {
      next: { anyOf: [{ type: "string" }, { type: "null" }] },
      prev: { anyOf: [{ type: "string" }, { type: "null" }] },
    },
    required: ["next", "prev"],
  },
  StockLine: {
    type: "object",
    description:
      "A line of stock, by the usual names; aliases of a feed's columns are understood too. The answer lists other members as `ignoredMembers`.",
    properties: {
      barcode: {
        description: "As the point of sale holds it. A number keeps all its digits, but has no leading zeros",
        anyOf: [{ type: "string" }, { type: "integer" }],
      },
      price: {
        description: "VAT included; may be left out of a known item",
        anyOf: [{ type: "number" }, { type: "string" }],
      },
      quantity: { description: "May be left out of a known item", anyOf: [{ type: "number" }, { type: "string" }] },
      availability: text("Without a quantity: `in stock`, `limited availability` or `out of stock`"),
      currency: text("ISO 4217; default the store's"),
      condition: text("`new` (default), `refurbished` or `used`"),
      title: text("For this store, below the product feed"),
      brand: text("For this store, below the product feed"),
      image: {
        description: "http or https URLs, for this store, below the product feed",
        anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }],
      },
      category: text("For this store, below the product feed"),
    },
    additionalProperties: {},
  },
  DryRun: {
    type: "object",
    description: "What a write with `?dryRun=true` would do. Nothing was written.",
    properties: {
      response: { description: "The body that the call would be answered with; null: none" },
      affected: { $ref: "#/components/schemas/Affected" },
    },
    required: ["response", "affected"],
  },
};
