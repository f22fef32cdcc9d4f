import { randomBytes } from "node:crypto";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { tokenOf } from "../../../tests/staff/test-team.ts";
import { createCaller } from "../../router.ts";
import { createStaffMember } from "./create-staff-member.ts";
import { openStaffAccess, type StaffAccess } from "./open-staff-access.ts";
import { makeLinkForAccount } from "./reset-password.ts";

const consoleUrl = "https://console.example";
const secretKey = randomBytes(32).toString("base64");
const password = canary("password");
const owner = "olga@shop.example";
const lines: string[] = [];
let t: TestContext;
let retailerId: string;
let access: StaffAccess;
let mailing: StaffAccess;

beforeAll(async () => {
  t = await createTestContext({ settings: { consoleUrl } });
  retailerId = (await t.retailer()).id;
  const options = { databaseUrl: t.databaseUrl, secretKey, consoleUrl, allowLocalWebhooks: false };
  const log = (line: string) => void lines.push(line);
  access = openStaffAccess({ ...options, log, env: {} });
  mailing = openStaffAccess({ ...options, log, env: { HIGHSTREET_SMTP_URL: "smtp://localhost" } });
  await createStaffMember(t.asSystem(), { retailerId, name: "Olga", email: owner, password, role: "owner" });
});
beforeEach(async () => {
  lines.length = 0;
  await t.ctx.db.prisma.signInAttempt.deleteMany();
});
afterAll(() => t.close());

interface Sent {
  cookie?: string;
  through?: StaffAccess;
  address?: string;
}

async function send(path: string, body: object, { cookie = "", through = access, address = "192.0.2.1" }: Sent = {}) {
  const headers = { "content-type": "application/json", origin: consoleUrl, ...(cookie && { cookie }) };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  const answer = await through.handleAuth(new Request(`${consoleUrl}/api/auth${path}`, init), address);
  const cookies = answer.headers.getSetCookie().map((line) => line.split(";")[0]);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown>, cookie: cookies.join("; ") };
}

const signIn = (email: string) => send("/sign-in/email", { email, password });
const callerOf = async (cookie: string) => createCaller(await access.contextOf(new Headers({ cookie })));
const account = { name: "Max", newPassword: password };

async function invitation(email: string, role: "manager" | "viewer" = "manager"): Promise<string> {
  const caller = await callerOf((await signIn(owner)).cookie);
  return tokenOf(await caller.staff.invite({ retailerId, email, role }));
}

test("a new person joins by the link, is signed in, and works at the shop at once", async () => {
  const token = await invitation("max@shop.example");
  expect((await send("/invitation", { token })).body).toEqual({
    ...{ email: "max@shop.example", team: "Corner Shop", role: "manager", invitedBy: "Olga" },
    ...{ hasAccount: false, signedInAs: null },
  });
  const joined = await send("/accept-invitation", { token, account });
  expect(joined).toMatchObject({ status: 200, body: { retailerId } });
  const { actor } = await access.contextOf(new Headers({ cookie: joined.cookie }));
  expect(actor).toMatchObject({ kind: "staff", name: "Max", roles: new Map([[retailerId, "manager"]]) });
  expect((await send("/accept-invitation", { token, account })).body).toMatchObject({ code: "InvitationNotFound" });
});

test("a person with an account accepts by the link after signing in, and not by the link alone", async () => {
  const sam = "sam@shop.example";
  const { id } = await t.retailer();
  await createStaffMember(t.asSystem(), { retailerId: id, name: "Mallory", email: sam, password, role: "viewer" });
  const token = await invitation(sam);
  for (const given of [{ token }, { token, account }]) {
    expect(await send("/accept-invitation", given)).toMatchObject({ status: 401, cookie: "" });
  }
  const { cookie } = await signIn(sam);
  expect((await send("/invitation", { token }, { cookie })).body).toMatchObject({ hasAccount: true, signedInAs: sam });
  expect((await send("/accept-invitation", { token }, { cookie })).body).toEqual({ retailerId });
}, 30_000);

test("a removed person's session ends at once, and a changed role counts from the next call", async () => {
  const { cookie } = await send("/accept-invitation", { token: await invitation("val@shop.example"), account });
  const olga = await callerOf((await signIn(owner)).cookie);
  const { members } = await olga.staff.list({ retailerId });
  const userId = members.find(({ email }) => email === "val@shop.example")?.userId ?? "";
  const edit = async () => (await callerOf(cookie)).retailers.list({ page: {} });
  expect((await edit()).data).toHaveLength(1);
  await olga.staff.changeRole({ retailerId, userId, role: "viewer" });
  const hide = async () =>
    (await callerOf(cookie)).customizations.edit({ retailerId, barcode: "x", body: { hidden: true } });
  await expect(hide()).rejects.toMatchObject({ code: "FORBIDDEN" });
  await olga.staff.remove({ retailerId, userId });
  await expect(edit()).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  expect((await signIn("val@shop.example")).status).toBe(200);
  expect((await (await callerOf((await signIn("val@shop.example")).cookie)).staff.me()).retailers).toEqual([]);
});

test("a lost password is answered alike for every address, and never with a link", async () => {
  expect((await send("/lost-password", { email: owner })).body).toMatchObject({ code: "NoMail" });
  const asked = (email: string, address = "192.0.2.1") =>
    send("/lost-password", { email }, { through: mailing, address });
  const [known, unknown] = [await asked(owner), await asked("nobody@shop.example")];
  expect(unknown).toEqual(known);
  expect(known).toEqual({ status: 200, body: {}, cookie: "" });
  const rest = [await asked(owner), await asked(owner), await asked(owner)];
  expect(rest.map(({ status }) => status)).toEqual([200, 200, 429]);
  for (let n = 0; n < 17; n++) await asked(`n${n}@shop.example`);
  expect((await asked("other@shop.example")).status).toBe(429);
  expect((await asked("other@shop.example", "198.51.100.1")).status).toBe(200);
  expect(await t.ctx.db.prisma.mail.count({ where: { recipient: owner } })).toBe(1);
});

test("no line of the log has a token or a password", async () => {
  const token = await invitation("log@shop.example");
  await send("/accept-invitation", { token: `${token}x`, account });
  await send("/accept-invitation", { token, account });
  expect(lines.join("\n")).not.toMatch(new RegExp(`${token.split(".")[1]}|${password}`));
});

test("a link sets a new password once; a too short password does not use it", async () => {
  const system = { ...t.asSystem(), now: () => new Date() };
  const token = tokenOf(await makeLinkForAccount(system, { email: owner }));
  const before = await signIn(owner);
  expect((await send("/new-password", { token, newPassword: "short" })).status).toBe(422);
  expect(await send("/new-password", { token, newPassword: canary("newpassword") })).toMatchObject({
    ...{ status: 200, body: { email: owner }, cookie: "" },
  });
  expect((await access.contextOf(new Headers({ cookie: before.cookie }))).actor).toBeNull();
  expect((await send("/new-password", { token, newPassword: password })).status).toBe(404);
  expect((await send("/sign-in/email", { email: owner, password: canary("newpassword") })).status).toBe(200);
});
