import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { InboxCall } from "./inbox-store.ts";

/** Kept bytes of a call with a wrong signature. Any caller can send such a call. */
const UNSIGNED = 1024;

const Body = z.object({
  action: z.string(),
  data: z.object({
    barcode: z.string().optional(),
    status: z.string().optional(),
    price: z.number().optional(),
    // Intl.NumberFormat throws for any other text.
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .optional()
      .catch(undefined),
  }),
});

/**
 * Reads a received call. A body of another shape stays raw.
 * @param secrets the signature can be made with any of them
 */
export function readCall(
  raw: Uint8Array,
  headers: Headers,
  secrets: readonly string[],
  at: Date,
): Omit<InboxCall, "number"> {
  const signature = headers.get("x-webhook-signature");
  const verified = secrets.some((secret) => verifySignature(raw, signature, secret));
  const body = new TextDecoder().decode(verified ? raw : raw.subarray(0, UNSIGNED));
  const { action, data } = parse(body) ?? {};
  const sequence = headers.get("x-webhook-sequence");
  return {
    receivedAt: at.toISOString(),
    verified,
    sequence: sequence !== null && /^\d{1,15}$/.test(sequence) ? Number(sequence) : null,
    action: action ?? null,
    barcode: data?.barcode ?? null,
    status: data?.status ?? null,
    price: data?.price ?? null,
    currency: data?.currency ?? null,
    body,
  };
}

function parse(body: string): z.infer<typeof Body> | undefined {
  try {
    return Body.safeParse(JSON.parse(body)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Whether `signature` is the hexadecimal HMAC-SHA-256 of the raw body. Compares the lengths first, then the bytes in constant time. */
function verifySignature(body: Uint8Array, signature: string | null, secret: string): boolean {
  const expected = Buffer.from(createHmac("sha256", secret).update(body).digest("hex"));
  const given = Buffer.from(signature ?? "");
  return given.length === expected.length && timingSafeEqual(given, expected);
}
