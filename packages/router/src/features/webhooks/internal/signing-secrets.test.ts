import { createHmac, randomBytes } from "node:crypto";
import { type SigningSecret, signDelivery, validSecrets } from "@highstreet/delivery";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createVault } from "../../../access/vault.ts";
import { openSecrets, replaceSecret, sealSecrets } from "./signing-secrets.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const BEGIN = Date.parse("2026-03-02T09:00:00Z");
const body = '{"action":"webhook.enabled","data":{}}';
const secretOf = (n: number): string => `secretNumber${n}`;
const first: SigningSecret[] = [{ secret: secretOf(0), until: null }];

const headersAt = (secrets: SigningSecret[], at: number) => {
  const time = new Date(at);
  return signDelivery({ storeId: "s", sequence: 1, body, at: time }, validSecrets(secrets, time));
};

const hex = (secret: string): string => createHmac("sha256", secret).update(body).digest("hex");

/** A receiver that knows one secret and accepts a match of X-Webhook-Signature or X-Webhook-Signature-Next. */
const acceptsEither = (headers: Record<string, string>, secret: string): boolean =>
  [headers["x-webhook-signature"], headers["x-webhook-signature-next"]].includes(hex(secret));

/** A receiver that knows one secret and checks Webhook-Signature, as Standard Webhooks defines it. */
function acceptsStandard(headers: Record<string, string>, secret: string): boolean {
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const expected = `v1,${createHmac("sha256", secret).update(signed).digest("base64")}`;
  return headers["webhook-signature"]?.split(" ").includes(expected) ?? false;
}

/** Times after BEGIN with these gaps between them. */
const moments = (gaps: number[]): number[] => {
  let at = BEGIN;
  return gaps.map((gap) => (at += gap));
};

/** The stored secrets after each rotation. */
function rotateAt(times: number[]): { at: number; secrets: SigningSecret[] }[] {
  let secrets = first;
  const kept = times.map((at, n) => {
    secrets = replaceSecret(secrets, secretOf(n + 1), { now: new Date(at), immediate: false });
    return { at, secrets };
  });
  return [{ at: BEGIN, secrets: first }, ...kept];
}

const inOverlap = fc.integer({ min: 0, max: DAY - 1 });

describe("no call is rejected by a receiver", () => {
  it("that accepts either plain header, and changes its secret at any time within 24 hours", () => {
    const gaps = fc.array(fc.integer({ min: DAY, max: 3 * DAY }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(gaps, inOverlap, fc.array(fc.integer({ min: 0, max: 3 * DAY })), (gap, delay, calls) => {
        for (const [n, { at, secrets }] of rotateAt(moments(gap)).entries()) {
          const known = (time: number) => secretOf(time < at + delay ? Math.max(0, n - 1) : n);
          for (const call of [0, delay - 1, delay, DAY - 1, DAY, ...calls].filter((ms) => ms >= 0)) {
            const headers = headersAt(secrets, at + call);
            expect(acceptsEither(headers, known(at + call)), `${call} ms after rotation ${n}`).toBe(true);
            expect(acceptsStandard(headers, known(at + call))).toBe(true);
          }
        }
      }),
    );
  });

  it("that checks Webhook-Signature with a secret that was replaced less than 24 hours ago, after any number of rotations", () => {
    const gaps = fc.array(fc.integer({ min: 8 * HOUR, max: 2 * DAY }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(gaps, fc.integer({ min: 0, max: 2 * DAY }), (gap, later) => {
        const times = moments(gap);
        const { at: last, secrets } = rotateAt(times).at(-1) ?? { at: BEGIN, secrets: first };
        const headers = headersAt(secrets, last + later);
        for (const [n, replacedAt] of [...times, Number.POSITIVE_INFINITY].entries()) {
          expect(acceptsStandard(headers, secretOf(n)), `secret ${n}`).toBe(last + later < replacedAt + DAY);
        }
      }),
    );
  });

  it("that skips a secret, and changes to the newest one", () => {
    fc.assert(
      fc.property(fc.array(inOverlap, { minLength: 1, maxLength: 20 }), inOverlap, (delays, changesAt) => {
        const times = delays.toSorted((a, b) => a - b).map((ms) => BEGIN + ms);
        const begun = times[0] ?? BEGIN;
        for (const [n, { at, secrets }] of rotateAt(times).slice(1).entries()) {
          const until = Math.min(begun + DAY, times[n + 1] ?? Number.POSITIVE_INFINITY);
          for (const call of [at, until - 1].filter((time) => time >= at && time < until)) {
            const known = call < begun + changesAt ? secretOf(0) : secretOf(n + 1);
            expect(acceptsEither(headersAt(secrets, call), known)).toBe(true);
          }
        }
      }),
    );
  });

  it("that checks only X-Webhook-Signature, which changes 24 hours after the rotation, and not before", () => {
    fc.assert(
      fc.property(fc.array(inOverlap, { minLength: 1, maxLength: 20 }), (delays) => {
        const times = delays.toSorted((a, b) => a - b).map((ms) => BEGIN + ms);
        const begun = times[0] ?? BEGIN;
        const { secrets } = rotateAt(times).at(-1) ?? { secrets: first };
        expect(headersAt(secrets, begun + DAY - 1)["x-webhook-signature"]).toBe(hex(secretOf(0)));
        expect(headersAt(secrets, begun + DAY)["x-webhook-signature"]).not.toBe(hex(secretOf(0)));
      }),
    );
  });
});

describe("a secret", () => {
  const now = new Date(BEGIN);
  const replaced = replaceSecret(first, secretOf(1), { now, immediate: false });

  it("signs alone after the previous secret ended at once", () => {
    const secrets = replaceSecret(replaced, secretOf(2), { now, immediate: true });
    expect(secrets).toEqual([{ secret: secretOf(2), until: null }]);
    expect(headersAt(secrets, BEGIN)).not.toHaveProperty("x-webhook-signature-next");
  });

  it("that is set a second time changes nothing, or ends the previous one", () => {
    expect(replaceSecret(replaced, secretOf(1), { now, immediate: false })).toEqual(replaced);
    expect(replaceSecret(replaced, secretOf(1), { now, immediate: true })).toHaveLength(1);
  });

  it("can be restored, because the first header still uses it", () => {
    const back = replaceSecret(replaced, secretOf(0), { now: new Date(BEGIN + HOUR), immediate: false });
    for (const at of [BEGIN + HOUR, BEGIN + DAY, BEGIN + 2 * DAY]) {
      expect(headersAt(back, at)["x-webhook-signature"]).toBe(hex(secretOf(0)));
    }
    expect(acceptsEither(headersAt(back, BEGIN + DAY), secretOf(1))).toBe(true);
  });

  it("is stored sealed, together with the other valid secrets", () => {
    const store = { retailerId: "r", storeId: "s" };
    const vault = createVault(randomBytes(32).toString("base64"));
    for (const secrets of [first, replaced]) {
      const { secret, previousSecretUntil } = sealSecrets(vault, store, secrets);
      expect(Buffer.from(secret ?? []).includes("secretNumber")).toBe(false);
      expect(openSecrets(vault, store, secret ?? new Uint8Array())).toEqual(secrets);
      expect(previousSecretUntil).toEqual(secrets === first ? null : new Date(BEGIN + DAY));
    }
    expect(openSecrets(vault, store, vault.seal(secretOf(7), ["channel", "r", "s", "webhooks"]))).toEqual([
      { secret: secretOf(7), until: null },
    ]);
  });

  it("of many within a day is one of at most four that sign, with the oldest and the newest among them", () => {
    const { secrets } = rotateAt(moments(Array.from({ length: 50 }, () => 1_000))).at(-1) ?? { secrets: [] };
    expect(secrets.map(({ secret }) => secret)).toEqual([0, 48, 49, 50].map(secretOf));
  });
});
