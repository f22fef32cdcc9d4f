import { randomBytes } from "node:crypto";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createStaffMember } from "./create-staff-member.ts";
import { createAuth, disabledPaths } from "./internal/auth.ts";
import { openStaffAccess, type StaffAccess } from "./open-staff-access.ts";
import { signInPaths } from "./sign-in.schema.ts";

const consoleUrl = "https://console.shop.example";
const secretKey = randomBytes(32).toString("base64");
const password = canary("password");
const email = "pat@shop.example";
const lines: string[] = [];
let t: TestContext;
let retailerId: string;
let access: StaffAccess;

const open = () =>
  openStaffAccess({
    databaseUrl: t.databaseUrl,
    secretKey,
    consoleUrl,
    env: {},
    allowLocalWebhooks: false,
    log: (line) => lines.push(line),
  });

beforeAll(async () => {
  t = await createTestContext();
  retailerId = (await t.retailer()).id;
  access = open();
});

beforeEach(async () => {
  const member = { retailerId, name: "Pat Owner", email, password, role: "owner" as const };
  await createStaffMember(t.asSystem(), member);
  lines.length = 0;
});

afterEach(async () => {
  await t.ctx.db.prisma.user.deleteMany();
  await t.ctx.db.prisma.signInAttempt.deleteMany();
});

afterAll(() => t.close());

interface Sent {
  address?: string;
  cookie?: string;
  headers?: Record<string, string>;
  body?: string;
  method?: string;
  through?: StaffAccess;
}

function send(path: string, body: object | undefined, sent: Sent = {}): Promise<Response> {
  const { address = "192.0.2.1", cookie = "", method = "POST", through = access } = sent;
  const headers = {
    "content-type": "application/json",
    origin: consoleUrl,
    ...(cookie && { cookie }),
    ...sent.headers,
  };
  const text = method === "GET" ? undefined : (sent.body ?? JSON.stringify(body));
  return through.handleAuth(new Request(`${consoleUrl}/api/auth${path}`, { method, headers, body: text }), address);
}

const signIn = (given: string, sent?: Sent, who = email) =>
  send("/sign-in/email", { email: who, password: given }, sent);

const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");

const counted = async (key: string): Promise<number | undefined> =>
  (await t.ctx.db.prisma.signInAttempt.findUnique({ where: { key } }))?.count;

/** Writes counters as `count` failed attempts do. */
const exhaust = (key: string, count: number) =>
  t.ctx.db.prisma.signInAttempt.create({ data: { key, count, since: new Date(), address: "x" } });

test("a password in a form body is not verified", async () => {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const body = new URLSearchParams({ email, password }).toString();
  const answer = await signIn(password, { headers, body });
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([415, []]);
  for (const type of ["text/plain", "application/json5", "multipart/form-data; boundary=x", ""]) {
    expect((await signIn(password, { headers: { "content-type": type } })).status).toBe(415);
  }
  expect((await signIn(password, { headers: { "content-type": "Application/JSON; charset=utf-8" } })).status).toBe(200);
});

test("two processes verify twenty of sixty concurrent wrong passwords from many addresses", async () => {
  const other = open();
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      signIn(`guess ${n}`, {
        address: `198.51.100.${n}`,
        through: n % 2 ? other : access,
        headers: { "x-forwarded-for": `203.0.113.${n}` },
      }),
    ),
  );
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(20);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(40);
  for (const { headers } of refused) expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await counted(`account ${email}`)).toBe(20);
  expect((await signIn(password)).status).toBe(429);
});

test("upper and lower case of an e-mail address count as one account", async () => {
  await exhaust(`account ${email}`, 19);
  expect((await signIn("wrong", {}, "Pat@Shop.Example")).status).toBe(401);
  expect((await signIn(password)).status).toBe(429);
});

test("attempts count by the socket's address, not by an address in the caller's headers", async () => {
  await exhaust("address 192.0.2.7", 100);
  await exhaust("address 2001:db8:1:2::/64", 100);
  for (const name of ["x-forwarded-for", "x-real-ip", "forwarded"]) {
    const headers = { [name]: "203.0.113.1" };
    expect((await signIn(password, { address: "192.0.2.7", headers })).status).toBe(429);
    expect((await signIn(password, { address: "2001:db8:1:2::9", headers })).status).toBe(429);
    expect((await signIn(password, { address: "2001:db8:1:3::9", headers })).status).toBe(200);
  }
  const addresses = await t.ctx.db.prisma.session.findMany({ select: { ipAddress: true } });
  expect(new Set(addresses.map(({ ipAddress }) => ipAddress))).toEqual(
    new Set(["2001:0db8:0001:0003:0000:0000:0000:0000"]),
  );
});

test("an attempt that succeeds or is not verified does not count", async () => {
  for (let n = 0; n < 3; n++) expect((await signIn(password)).status).toBe(200);
  expect((await signIn(password, { cookie: "a=b", headers: { origin: "https://evil.example" } })).status).toBe(403);
  expect([await counted(`account ${email}`), await counted("address 192.0.2.1")]).toEqual([0, 0]);
});

test("other callers cannot lock out a browser that has signed in before", async () => {
  const cookie = cookiesOf(await signIn(password));
  await exhaust("address 192.0.2.66", 100);
  await t.ctx.db.prisma.signInAttempt.update({ where: { key: `account ${email}` }, data: { count: 20 } });
  expect((await signIn(password)).status).toBe(429);
  expect((await signIn(password, { cookie, address: "192.0.2.66" })).status).toBe(200);

  // The browser's own limit locks no other caller.
  await t.ctx.db.prisma.signInAttempt.deleteMany();
  const statuses = await Promise.all(Array.from({ length: 25 }, (_, n) => signIn(`guess ${n}`, { cookie })));
  expect(statuses.filter(({ status }) => status === 401)).toHaveLength(20);
  expect((await signIn(password, { cookie })).status).toBe(429);
  expect((await signIn(password)).status).toBe(200);
});

test("a browser is known only to its own account, with the current password and a cookie of this service", async () => {
  const first = await signIn(password);
  const line = first.headers.getSetCookie().find((set) => set.includes("highstreet-known")) ?? "";
  expect(line).toMatch(/^__Secure-highstreet-known-\w+=.*; Path=\/api\/auth; .*HttpOnly; SameSite=Strict; Secure$/);
  const [pair = ""] = line.split(";");
  await t.ctx.db.prisma.signInAttempt.update({ where: { key: `account ${email}` }, data: { count: 20 } });
  expect((await signIn("wrong", { cookie: pair })).status).toBe(401);
  const [name, value = ""] = pair.split("=");
  for (const forged of ["", "x.y", `x${value}`, `${value}x`, value.split(".")[0]]) {
    expect((await signIn("wrong", { cookie: `${name}=${forged}` })).status).toBe(429);
  }
  const changed = await send(
    "/change-password",
    { currentPassword: password, newPassword: "another password" },
    { cookie: cookiesOf(first) },
  );
  expect(changed.status).toBe(200);
  expect((await signIn("wrong", { cookie: pair })).status).toBe(429);
  expect((await signIn("wrong", { cookie: cookiesOf(changed) })).status).toBe(401);
});

test("an account that does not exist is answered and counted like one that does", async () => {
  const [known, unknown] = [await signIn("wrong"), await signIn("wrong", {}, "nobody@shop.example")];
  expect([unknown.status, await unknown.text()]).toEqual([known.status, await known.text()]);
  expect(await counted("account nobody@shop.example")).toBe(1);
  await t.ctx.db.prisma.signInAttempt.updateMany({ data: { count: 20 } });
  const [first, second] = [await signIn("wrong"), await signIn("wrong", {}, "nobody@shop.example")];
  expect([second.status, await second.text()]).toEqual([first.status, await first.text()]);
});

test("failures are logged with account and address, and never with the password", async () => {
  await signIn("hunter22hunter22");
  await exhaust("account sam@shop.example", 20);
  await signIn("hunter22hunter22", { address: "2001:db8::9" }, "sam@shop.example");
  expect(lines).toEqual([
    'sign-in failed, wrong password or code: {"account":"pat@shop.example","address":"192.0.2.1"}',
    'sign-in refused after too many failures: {"account":"sam@shop.example","address":"2001:db8::9"}',
  ]);
});

test("later failures remove the counters of an earlier day, and a window ends", async () => {
  const long = new Date(Date.now() - 25 * 3_600_000);
  const data = Array.from({ length: 15 }, (_, n) => ({ key: `account ${n}`, count: 1, since: long, address: "x" }));
  await t.ctx.db.prisma.signInAttempt.createMany({ data });
  const before = new Date(Date.now() - 15 * 60_000);
  await t.ctx.db.prisma.signInAttempt.create({
    data: { key: `account ${email}`, count: 20, since: before, address: "x" },
  });
  expect((await signIn("wrong")).status).toBe(401);
  expect(await t.ctx.db.prisma.signInAttempt.count({ where: { since: long } })).toBe(0);
  expect(await counted(`account ${email}`)).toBe(1);
});

test("endpoints of better-auth that the console does not use answer 404, with a session too", async () => {
  const cookie = cookiesOf(await signIn(password));
  const auth = createAuth(t.ctx.db, { secrets: [{ version: 1, value: "x".repeat(32) }], baseUrl: consoleUrl });
  const paths = Object.values(auth.api).flatMap(({ path }) => path ?? []);
  expect(paths).toContain("/update-user");
  for (const path of paths.filter((one) => !Object.hasOwn(signInPaths, one))) {
    expect(disabledPaths, "the second defence").toContain(path);
    for (const method of ["GET", "POST"]) {
      expect([path, (await send(path, { name: "Highstreet support" }, { cookie, method })).status]).toEqual([
        path,
        404,
      ]);
    }
  }
  for (const path of ["/", "", "/sign-in/email/", "//sign-in/email", "/Sign-In/Email", "/constructor"]) {
    expect((await send(path, { email, password })).status).toBe(404);
  }
  expect((await send("/sign-in/email", undefined, { method: "GET" })).status).toBe(405);
  expect(await t.ctx.db.prisma.user.findUnique({ where: { email } })).toMatchObject({ name: "Pat Owner" });
});

test("a body that is too large, is not JSON, or lacks or adds a member is refused", async () => {
  const large = JSON.stringify({ email, password, x: "x".repeat(16 * 1024) });
  expect((await signIn(password, { body: large })).status).toBe(413);
  for (const body of ["", "{", "email=x"]) expect((await signIn(password, { body })).status).toBe(400);
  for (const body of [
    "[]",
    "null",
    JSON.stringify({ email }),
    JSON.stringify({ email: "pat", password }),
    JSON.stringify({ email, password, callbackURL: "https://evil.example" }),
    JSON.stringify({ email, password, rememberMe: false }),
  ]) {
    expect([body, (await signIn(password, { body })).status]).toEqual([body, 422]);
  }
});

test("no staff path reads a body without a session", async () => {
  const staff = Object.entries(signInPaths).flatMap(([path, one]) => ("staff" in one ? path : []));
  expect(staff).toContain("/two-factor/disable");
  for (const path of staff) {
    let wasRead = false;
    const pull = () => {
      wasRead = true;
    };
    const request = new Request(`${consoleUrl}/api/auth${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: new ReadableStream({ pull }, { highWaterMark: 0 }),
      duplex: "half",
    });
    expect([path, (await access.handleAuth(request, "192.0.2.1")).status, wasRead]).toEqual([path, 401, false]);
  }
});

test("a change of the password needs the current password and ends the other sessions", async () => {
  const [other, own] = [cookiesOf(await signIn(password)), cookiesOf(await signIn(password))];
  const change = (currentPassword: string, newPassword: string) =>
    send("/change-password", { currentPassword, newPassword }, { cookie: own });
  expect((await change("wrong", "a new password")).status).toBe(400);
  expect((await change(password, "short")).status).toBe(422);
  const changed = await change(password, "a new password");
  expect(changed.status).toBe(200);
  expect(await changed.text()).not.toContain("token");
  expect((await access.contextOf(new Headers({ cookie: other }))).actor).toBeNull();
  expect((await access.contextOf(new Headers({ cookie: cookiesOf(changed) }))).actor).not.toBeNull();
  expect([(await signIn(password)).status, (await signIn("a new password")).status]).toEqual([401, 200]);
});

test("a cookie that is not URL encoding counts as absent", async () => {
  const first = cookiesOf(await signIn(password));
  const known = first.split("; ").find((pair) => pair.includes("highstreet-known-")) ?? "";
  const [name] = known.split("=");
  expect((await signIn(password, { cookie: `${name}=%` })).status).toBe(200);
  const pending = await send(
    "/two-factor/verify-totp",
    { code: "123456" },
    { cookie: "__Secure-better-auth.two_factor=%" },
  );
  expect(pending.status).toBe(401);
});

test("the name of a new account is text that the database can store", async () => {
  for (const name of ["a\0b", "\ud800"]) {
    const answer = await send("/accept-invitation", { token: "x.y", account: { name, newPassword: password } });
    expect([name, answer.status]).toEqual([name, 422]);
  }
});
