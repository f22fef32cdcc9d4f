import { randomBytes, randomUUID } from "node:crypto";
import { type Database, openDatabase } from "@highstreet/db";
import { cloneDatabase, type TestDatabase } from "@highstreet/db/testing";
import { Sender } from "@highstreet/outbound";
import { createSandboxProviders } from "@highstreet/providers";
import { canary } from "@highstreet/telemetry/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createVault } from "../../access/vault.ts";
import type { Actor, Context } from "../../kernel/context.ts";
import { newId } from "../../kernel/ids.ts";
import { createStaffMember } from "./create-staff-member.ts";
import { openStaffAccess, type StaffAccess } from "./open-staff-access.ts";

const secretKey = randomBytes(32).toString("base64");
const settings = { allowLocalWebhooks: false };
const consoleUrl = "http://localhost:3000";
const retailerId = newId(new Date());
const pat = {
  retailerId,
  name: "Pat Owner",
  email: "Pat@Shop.example",
  password: canary("password"),
  role: "owner",
} as const;
let database: TestDatabase;
let db: Database;
let access: StaffAccess;

const contextOf = (actor: Actor | null): Context => ({
  db,
  actor,
  now: () => new Date(),
  requestId: randomUUID(),
  providers: createSandboxProviders(),
  vault: createVault(secretKey),
  settings,
  sender: new Sender(settings),
});

beforeAll(async () => {
  database = await cloneDatabase();
  db = openDatabase({ url: database.url });
  const options = { databaseUrl: database.url, secretKey, consoleUrl, env: {} };
  const languageOf = (headers: Headers) => headers.get("accept-language") ?? "en";
  access = openStaffAccess({ ...options, ...settings, languageOf });
  const partner = await db.prisma.partner.create({ data: { id: newId(new Date()), name: "Partner" } });
  await db.prisma.retailer.create({ data: { id: retailerId, partnerId: partner.id, name: "Shop" } });
  await createStaffMember(contextOf({ kind: "system" }), pat);
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

function post(path: string, body: object, from = consoleUrl): Promise<Response> {
  const headers = { "content-type": "application/json", origin: from };
  const request = new Request(`${consoleUrl}/api/auth${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return access.handleAuth(request, "192.0.2.1");
}

async function signIn(password: string, from?: string): Promise<Response> {
  return post("/sign-in/email", { email: "pat@shop.example", password }, from);
}

test("a signed-in member of staff has the roles of their memberships", async () => {
  const answer = await signIn(pat.password);
  expect(answer.status).toBe(200);
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const ctx = await access.contextOf(new Headers({ cookie }));
  const { partnerId } = await db.prisma.retailer.findUniqueOrThrow({ where: { id: retailerId } });
  const [roles, partners] = [new Map([[retailerId, "owner"]]), new Map([[retailerId, partnerId]])];
  expect(ctx.actor).toMatchObject({ kind: "staff", name: "Pat Owner", roles, partners });
  for (const language of ["de", "nl"]) {
    await access.contextOf(new Headers({ cookie, "accept-language": language }));
    expect(await db.prisma.user.findMany({ select: { language: true } })).toEqual([{ language }]);
  }
});

test("a wrong password, a forged cookie and a missing cookie give no actor", async () => {
  expect((await signIn("something else")).status).toBe(401);
  const forged = new Headers({ cookie: "better-auth.session_token=made.up" });
  expect((await access.contextOf(forged)).actor).toBeNull();
  expect((await access.contextOf(new Headers())).actor).toBeNull();
});

test("sign-up is closed", async () => {
  const body = { name: "Eve", email: "eve@evil.example", password: canary("otherpassword") };
  expect((await post("/sign-up/email", body)).ok).toBe(false);
  expect(await db.prisma.user.count({ where: { email: body.email } })).toBe(0);
});

test("the local console is trusted under both of its names, and another site is refused", async () => {
  expect((await signIn(pat.password, "http://127.0.0.1:3000")).status).toBe(200);
  const headers = { "content-type": "application/json", origin: "https://evil.example", cookie: "a=b" };
  const body = JSON.stringify({ email: "pat@shop.example", password: pat.password });
  const request = new Request(`${consoleUrl}/api/auth/sign-in/email`, { method: "POST", headers, body });
  expect((await access.handleAuth(request, "192.0.2.1")).status).toBe(403);
});

test("a request id that is too long or not visible is replaced", async () => {
  for (const given of ["x".repeat(9_000), "x".repeat(129), "two words"]) {
    const { requestId } = await access.contextOf(new Headers({ "x-request-id": given }));
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  }
  expect((await access.contextOf(new Headers({ "x-request-id": "till-7" }))).requestId).toBe("till-7");
});
