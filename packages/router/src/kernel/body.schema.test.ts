import { createTestContext, londonStore } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { procedure } from "../access/procedure.ts";
import { PartnerBody } from "../features/keys/keys.schema.ts";
import { signInPaths } from "../features/staff/sign-in.schema.ts";
import { NewStaff } from "../features/staff/staff.schema.ts";
import { appRouter, createCaller } from "../router.ts";
import { cleanName, isName, listOf } from "./body.schema.ts";
import { domainErrorOf, router } from "./trpc.ts";

/** The lists in a schema, with their places. */
function* listsIn(schema: z.core.$ZodType, place: string): Generator<[place: string, list: z.core.$ZodArray]> {
  const def = schema._zod.def as unknown as Record<string, unknown>;
  if (schema instanceof z.core.$ZodArray) yield [place, schema];
  const parts = { ...((def.shape as object) ?? {}), ...Object.fromEntries(Object.entries(def)) };
  for (const [name, part] of Object.entries(parts)) {
    for (const one of [part].flat()) if (one instanceof z.core.$ZodType) yield* listsIn(one, `${place}.${name}`);
  }
}

const inputs = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { _def: { inputs: z.ZodType[] } }>,
);
const lists = inputs.flatMap(([name, { _def }]) => _def.inputs.flatMap((input) => [...listsIn(input, name)]));

test("each list in the input of a procedure has a limit, and many wrong entries end its check", () => {
  expect(lists.map(([place]) => place)).toContain("customizations.postBatch.body");
  for (const [place, list] of lists) {
    const [[most] = [Number.POSITIVE_INFINITY]] = z.core.util.sizeCaps(list._zod.def.checks);
    expect(most, place).toBeLessThanOrEqual(1_000);
    // A text is one value. An object can have many, so a longer list of objects must be `listOf`.
    const { def } = list._zod.def.element._zod;
    const { type } = def instanceof Object && "in" in def ? (def.in as z.ZodType)._zod.def : def;
    const isPlain = type !== "object" && type !== "record";
    const { issues } = z.safeParse(list, Array(most).fill(null)).error ?? { issues: [] };
    expect(issues.length, place).toBeLessThanOrEqual(isPlain ? 1_000 : 100);
  }
});

test("a list of objects is checked as by z.array, until 100 values are wrong", async () => {
  const entry = z.object({ a: z.number(), b: z.string().optional() });
  const [own, known] = [
    listOf(entry, "must be a list").min(1).max(300),
    z.array(entry, "must be a list").min(1).max(300),
  ];
  const good = Array.from({ length: 300 }, (_, a) => ({ a, c: 1 }));
  for (const value of [good, [], [{}], [...good, { a: 1 }], 1, [{ a: 1 }, 2, { b: 3 }]]) {
    expect(own.safeParse(value)).toEqual(known.safeParse(value));
    expect(await own.safeParseAsync(value)).toEqual(await known.safeParseAsync(value));
  }
  const wrong = Array(300).fill({ a: "1", b: 1 });
  for (const read of [own.safeParse(wrong), await own.safeParseAsync(wrong)]) {
    expect(read.error?.issues).toEqual(known.safeParse(wrong).error?.issues.slice(0, 100));
  }
});

test("a list in an entry of a list is checked whatever its length", async () => {
  const own = listOf(z.object({ is: listOf(z.string()).max(300) })).max(300);
  const known = z.array(z.object({ is: z.array(z.string()) }));
  const long = { is: Array(300).fill("a") };
  const wrong = { is: [...Array(150).fill("a"), 1] };
  for (const value of [[long], Array(300).fill(long), [long, wrong], Array(90).fill(wrong)]) {
    expect(own.safeParse(value)).toEqual(known.safeParse(value));
    expect(await own.safeParseAsync(value)).toEqual(await known.safeParseAsync(value));
  }
});

test("a schema that throws is a defect of the service, and not a mistake of the caller", async () => {
  const parsed = z.string().transform(() => Reflect.get(null as never, "a"));
  const broken = router({
    read: procedure
      .meta({ access: "public" })
      .input(parsed)
      .query(() => 1),
  });
  const error = await broken
    .createCaller(t.ctx)
    .read("a")
    .catch((thrown) => thrown);
  expect([error.code, domainErrorOf(error)]).toEqual(["INTERNAL_SERVER_ERROR", undefined]);
});

const t = await createTestContext();
afterAll(() => t.close());
const api = createCaller(t.ctx);

const good = [
  "Zoë's Läden & Söhne, 3.",
  "株式会社",
  "فروشگاه می‌خواهم",
  "👩‍🍳 Bakery",
  "A: B / C",
  "shop.example",
  "50% off!",
];
const bad = [
  ...[
    "A\nB",
    "A\r\nB",
    "A\tB",
    "A\u0085B",
    "A\u2028B",
    "A\u2029B",
    "A\u0007B",
    "A\u007FB",
    "A\u001B[31mB",
    "A\u202EB",
    "A\u2066B",
  ],
  ...["see https://evil.example/login", "x://y", "https:／／evil.example", "https：//evil.example"],
];
/** Names that nobody sees. */
const unseen = ["\u200B", "\u2060\uFEFF", "\u3164", "\u2800 \u2800", "\u200E\u00AD", "\u0301"];

test("a new name of a shop, a store, a contact, a partner or a person is one line without an address", async () => {
  const { id: retailerId } = await t.retailer();
  const { ids } = await t.store(retailerId);
  const refused = { cause: { code: "ValidationFailed" } };
  for (const name of [...bad, ...unseen]) {
    await expect(api.retailers.create({ body: { name } })).rejects.toMatchObject(refused);
    await expect(api.retailers.create({ body: { name: "A", contactName: name } })).rejects.toMatchObject(refused);
    await expect(
      api.retailers.create({ body: { name: "A", stores: [{ ...londonStore, name }] } }),
    ).rejects.toMatchObject(refused);
    await expect(api.stores.create({ retailerId, body: { ...londonStore, name } })).rejects.toMatchObject(refused);
    for (const [pointer, call] of [
      ["/name", () => api.retailers.update({ retailerId, body: { name } })],
      ["/contactName", () => api.retailers.update({ retailerId, body: { contactName: name } })],
      ["/name", () => api.stores.update({ ...ids, body: { name } })],
    ] as const) {
      const errors = [
        { pointer, message: expect.stringMatching(/^must be one line of visible text, without control/) },
      ];
      await expect(call()).rejects.toMatchObject({ cause: { code: "ValidationFailed", members: { errors } } });
    }
    expect(PartnerBody.safeParse({ name }).success).toBe(false);
    expect(NewStaff.shape.name.safeParse(name).success).toBe(false);
    const account = { name, newPassword: "x".repeat(12) };
    expect(signInPaths["/accept-invitation"].body.safeParse({ token: "t", account }).success).toBe(false);
  }
  for (const name of good) {
    expect((await api.retailers.update({ retailerId, body: { name, contactName: name } })).name).toBe(name);
    expect(PartnerBody.safeParse({ name }).success && NewStaff.shape.name.safeParse(name).success).toBe(true);
  }
});

test("a record with a name from before this rule can be sent back", async () => {
  const { id: retailerId } = await t.retailer();
  const { ids } = await t.store(retailerId);
  const name = "Old\nname http://x.example";
  const { prisma } = t.ctx.db;
  await prisma.retailer.updateMany({ where: { id: retailerId }, data: { name, contactName: name } });
  await prisma.store.updateMany({ where: { retailerId, id: ids.storeId }, data: { name } });
  const body = { name, contactName: name, contactPhone: "1" };
  expect(await api.retailers.update({ retailerId, body })).toMatchObject(body);
  expect(await api.stores.update({ ...ids, body: { name, phone: "1" } })).toMatchObject({ name, phone: "1" });
});

test("a cleaned name is a name, and a good name stays as it is", () => {
  for (const name of bad) expect([name, isName(cleanName(name))]).toEqual([name, true]);
  for (const name of good) expect(cleanName(name)).toBe(name);
  expect(cleanName("a:://:// //b\n\n://c")).toBe("a: //b c");
});
