import { createHmac, randomBytes } from "node:crypto";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createStaffMember } from "./create-staff-member.ts";
import { openStaffAccess, type StaffAccess } from "./open-staff-access.ts";
import { resealSecondFactors } from "./session-secrets.ts";

const consoleUrl = "http://localhost:3000";
const email = "pat@shop.example";
const password = canary("password");
const key = randomBytes(32).toString("base64");
let t: TestContext;
let access: StaffAccess;

const open = (secretKey: string) =>
  openStaffAccess({
    databaseUrl: t.databaseUrl,
    secretKey,
    consoleUrl,
    env: {},
    allowLocalWebhooks: false,
    log: () => undefined,
  });

beforeAll(async () => {
  t = await createTestContext();
  access = open(key);
});

beforeEach(async () => {
  await t.ctx.db.prisma.user.deleteMany();
  await t.ctx.db.prisma.signInAttempt.deleteMany();
  const { id: retailerId } = await t.retailer();
  await createStaffMember(t.asSystem(), { retailerId, name: "Pat Owner", email, password, role: "owner" });
});

afterAll(() => t.close());

/** Calls a path as a browser does: sends its cookies and keeps the cookies of the answer. */
class Browser {
  readonly #cookies = new Map<string, string>();
  readonly #address: string;
  readonly #access: StaffAccess;

  constructor(address = "192.0.2.1", through = access) {
    this.#address = address;
    this.#access = through;
  }

  get headers(): Headers {
    return new Headers({ cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ") });
  }

  async post(path: string, body: object): Promise<{ status: number; body: Record<string, unknown> }> {
    const headers = this.headers;
    headers.set("content-type", "application/json");
    headers.set("origin", consoleUrl);
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    const answer = await this.#access.handleAuth(new Request(`${consoleUrl}/api/auth${path}`, init), this.#address);
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  }

  signIn = () => this.post("/sign-in/email", { email, password });
  giveCode = (code: string) => this.post("/two-factor/verify-totp", { code });
  isIn = async () => (await this.#access.contextOf(this.headers)).actor !== null;
}

/** Decodes base32 (RFC 4648). */
function bytesOf(base32: string): Buffer {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...base32].map((char) => alphabet.indexOf(char).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The TOTP code of a base32 secret (RFC 6238). @param step periods of 30 s from now */
function codeOf(secret: string, step = 0): string {
  const key = bytesOf(secret);
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + step));
  const mac = createHmac("sha1", key).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/** A code that is not valid now. */
function wrongCode(secret: string): string {
  const right = [-2, -1, 0, 1, 2].map((step) => codeOf(secret, step));
  return ["000000", "111111", "222222", "333333", "444444", "555555"].find((code) => !right.includes(code)) ?? "";
}

/** Lets the test use a code again: a code works once, and the test does not wait for the next one. */
const forgetUses = () => t.ctx.db.prisma.signInAttempt.deleteMany({ where: { key: { startsWith: "used " } } });

/** A browser that has signed in and switched on a second factor. */
async function enrolled() {
  const browser = new Browser();
  await browser.signIn();
  const made = await browser.post("/two-factor/enable", { password });
  const secret = new URL(String(made.body.totpURI)).searchParams.get("secret") ?? "";
  const recoveryCodes = made.body.backupCodes as string[];
  expect((await browser.giveCode(codeOf(secret))).status).toBe(200);
  await forgetUses();
  return { browser, secret, recoveryCodes };
}

test("the first code switches a second factor on and ends the other sessions", async () => {
  const [browser, other] = [new Browser(), new Browser()];
  await browser.signIn();
  await other.signIn();
  expect((await browser.post("/two-factor/enable", { password: "wrong" })).status).toBe(400);
  const made = await browser.post("/two-factor/enable", { password });
  expect(made.body.totpURI).toMatch(
    /^otpauth:\/\/totp\/Highstreet:pat%40shop\.example\?secret=[A-Z2-7]+&issuer=Highstreet/,
  );
  const secret = new URL(String(made.body.totpURI)).searchParams.get("secret") ?? "";
  expect(await access.securityOf(browser.headers)).toMatchObject({ recoveryCodes: null });
  expect((await new Browser().signIn()).body).toEqual({ redirect: false });

  expect((await browser.giveCode(wrongCode(secret))).status).toBe(401);
  expect((await browser.giveCode((made.body.backupCodes as string[])[0] ?? "")).status).toBe(422);
  expect((await browser.giveCode(codeOf(secret))).status).toBe(200);
  expect([await browser.isIn(), await other.isIn()]).toEqual([true, false]);
  expect(await access.securityOf(browser.headers)).toMatchObject({ recoveryCodes: 10, name: "Pat Owner", email });
  expect((await browser.post("/two-factor/enable", { password })).status).toBe(409);
});

test("with a second factor, sign-in needs the password and a code that works once", async () => {
  const { secret } = await enrolled();
  const browser = new Browser();
  expect((await browser.signIn()).body).toMatchObject({ twoFactorRedirect: true });
  expect(await browser.isIn()).toBe(false);
  expect((await browser.giveCode(wrongCode(secret))).body).toMatchObject({ code: "WrongCode" });
  const code = codeOf(secret);
  expect((await browser.giveCode(`${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200);
  expect(await browser.isIn()).toBe(true);

  const thief = new Browser();
  await thief.signIn();
  const again = await thief.giveCode(code);
  expect([again.status, again.body.message]).toEqual([401, expect.stringContaining("used before")]);
  expect(await thief.isIn()).toBe(false);
  expect((await new Browser().giveCode(codeOf(secret, 1))).body).toMatchObject({ code: "SignInExpired" });
});

test("a recovery code signs in once", async () => {
  const { recoveryCodes } = await enrolled();
  const [first = ""] = recoveryCodes;
  const browser = new Browser();
  await browser.signIn();
  expect((await browser.giveCode(first)).status).toBe(200);
  expect(await access.securityOf(browser.headers)).toMatchObject({ recoveryCodes: 9 });
  const other = new Browser();
  await other.signIn();
  expect((await other.giveCode(first)).status).toBe(401);
  expect(await other.isIn()).toBe(false);
});

test("new recovery codes and switching off need the password and a code; a wrong password costs no code", async () => {
  const { browser, secret, recoveryCodes } = await enrolled();
  const [first = "", second = ""] = recoveryCodes;
  for (const path of ["/two-factor/generate-backup-codes", "/two-factor/disable"]) {
    expect((await browser.post(path, { password })).status).toBe(422);
    expect((await browser.post(path, { password: "wrong", code: first })).status).toBe(400);
    expect((await browser.post(path, { password, code: wrongCode(secret) })).status).toBe(401);
  }
  const made = await browser.post("/two-factor/generate-backup-codes", { password, code: first });
  expect(made.body.backupCodes).toHaveLength(10);
  expect((await browser.post("/two-factor/disable", { password, code: second })).status).toBe(401);
  expect((await browser.post("/two-factor/disable", { password, code: codeOf(secret) })).status).toBe(200);
  expect(await access.securityOf(browser.headers)).toMatchObject({ recoveryCodes: null });
  const next = new Browser();
  await next.signIn();
  expect(await next.isIn()).toBe(true);
});

test("ten wrong codes an hour are verified over all sign-ins; a known browser has its own ten", async () => {
  const { browser, secret } = await enrolled();
  const wrong = wrongCode(secret);
  const statuses: number[] = [];
  for (let n = 0; n < 12; n++) {
    const stranger = new Browser(`198.51.100.${n}`);
    await stranger.signIn();
    statuses.push((await stranger.giveCode(wrong)).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
  const late = new Browser();
  await late.signIn();
  expect((await late.giveCode(codeOf(secret))).status).toBe(429);

  await browser.post("/sign-out", {});
  await browser.signIn();
  expect((await browser.giveCode(codeOf(secret))).status).toBe(200);
});

test("secrets and recovery codes are encrypted in the database", async () => {
  const { secret, recoveryCodes } = await enrolled();
  const [row] = await t.ctx.db.prisma.twoFactor.findMany();
  const stored = JSON.stringify(row);
  for (const text of [secret, bytesOf(secret).toString(), ...recoveryCodes]) expect(stored).not.toContain(text);
});

test("second factors stay valid after a change of the secret key once they are encrypted with the new key", async () => {
  const { secret } = await enrolled();
  const next = randomBytes(32).toString("base64");
  const signsIn = async (secretKey: string): Promise<number> => {
    await forgetUses();
    const browser = new Browser("192.0.2.1", open(secretKey));
    await browser.signIn();
    return (await browser.giveCode(codeOf(secret))).status;
  };
  expect(await signsIn(`${next},${key}`)).toBe(200);
  expect(await resealSecondFactors(t.ctx.db, `${next},${key}`)).toBe(1);
  expect(await signsIn(next)).toBe(200);
  await expect(resealSecondFactors(t.ctx.db, key)).rejects.toThrow();
});
