import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { createTestContext, type TestContext } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createStaffMember } from "./create-staff-member.ts";
import { openStaffAccess, type StaffAccess } from "./open-staff-access.ts";
import { resetPassword } from "./reset-password.ts";

const consoleUrl = "http://localhost:3000";
const email = "pat@shop.example";
const password = canary("password");
let t: TestContext;
let access: StaffAccess;

beforeAll(async () => {
  t = await createTestContext();
  access = openStaffAccess({
    databaseUrl: t.databaseUrl,
    secretKey: randomBytes(32).toString("base64"),
    consoleUrl,
    env: {},
    allowLocalWebhooks: false,
    log: () => undefined,
  });
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

  get headers(): Headers {
    return new Headers({ cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ") });
  }

  async post(path: string, body: object): Promise<{ status: number; text: string; body: Record<string, unknown> }> {
    const headers = this.headers;
    headers.set("content-type", "application/json");
    headers.set("origin", consoleUrl);
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    const answer = await access.handleAuth(new Request(`${consoleUrl}/api/auth${path}`, init), "192.0.2.1");
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      this.#cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    const text = await answer.text();
    return { status: answer.status, text, body: JSON.parse(text) as Record<string, unknown> };
  }

  isIn = async () => (await access.contextOf(this.headers)).actor !== null;
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();

/** A device with one passkey. @param flags of each answer: 1 is present, 4 is verified */
function createDevice({ origin = consoleUrl, flags = 5 } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(16);
  const head = (more: number) => Buffer.concat([sha256("localhost"), Buffer.from([flags | more, 0, 0, 0, 0])]);
  const client = (type: string, challenge: unknown) => Buffer.from(JSON.stringify({ type, challenge, origin }));
  const answer = (clientDataJSON: Buffer, parts: Record<string, Buffer>) => ({
    id: id.toString("base64url"),
    rawId: id.toString("base64url"),
    type: "public-key",
    clientExtensionResults: {},
    response: Object.fromEntries(
      Object.entries({ clientDataJSON, ...parts }).map(([name, bytes]) => [name, bytes.toString("base64url")]),
    ),
  });
  const bytes = (hex: string) => Buffer.from(hex, "hex");
  return {
    /** Attestation "none", with a P-256 key (CBOR). */
    create: ({ challenge }: Record<string, unknown>) => {
      const key = [bytes("a5010203262001215820"), Buffer.from(x, "base64url"), bytes("225820")];
      const attested = [Buffer.alloc(16), bytes("0010"), id, ...key, Buffer.from(y, "base64url")];
      const data = Buffer.concat([head(0x40), ...attested]);
      const parts = ["a363666d74646e6f6e656761747453746d74a068617574684461746158", data.length.toString(16)];
      return answer(client("webauthn.create", challenge), {
        attestationObject: Buffer.concat([bytes(parts.join("")), data]),
      });
    },
    get: ({ challenge }: Record<string, unknown>) => {
      const clientData = client("webauthn.get", challenge);
      const signature = sign("sha256", Buffer.concat([head(0), sha256(clientData)]), privateKey);
      return answer(clientData, { authenticatorData: head(0), signature });
    },
  };
}

type Device = ReturnType<typeof createDevice>;

async function add(browser: Browser, device: Device) {
  const { status, body } = await browser.post("/passkey/generate-register-options", { password });
  expect([status, body]).toMatchObject([200, { user: { displayName: email } }]);
  return browser.post("/passkey/verify-registration", { name: "Work phone", response: device.create(body) });
}

async function enter(device: Device, browser = new Browser()) {
  const { body } = await browser.post("/passkey/generate-authenticate-options", {});
  const answer = await browser.post("/passkey/verify-authentication", { response: device.get(body) });
  return { ...answer, browser };
}

async function signedIn() {
  const browser = new Browser();
  await browser.post("/sign-in/email", { email, password });
  return browser;
}

test("a passkey signs in without a password until it is removed", async () => {
  const [browser, device] = [await signedIn(), createDevice()];
  expect((await add(browser, device)).status).toBe(200);
  const entered = await enter(device);
  expect([entered.status, entered.text, await entered.browser.isIn()]).toEqual([200, "{}", true]);

  const { passkeys = [] } = (await access.securityOf(browser.headers)) ?? {};
  expect(passkeys).toMatchObject([{ name: "Work phone" }]);
  const [{ id } = { id: "" }] = passkeys;
  expect((await new Browser().post("/passkey/delete-passkey", { id })).status).toBe(401);
  const lee = { name: "Lee", email: "lee@shop.example", password, role: "owner" as const };
  await createStaffMember(t.asSystem(), { retailerId: (await t.retailer()).id, ...lee });
  const stranger = new Browser();
  await stranger.post("/sign-in/email", lee);
  await stranger.post("/sign-in/email", { email: lee.email, password });
  expect((await stranger.post("/passkey/delete-passkey", { id })).status).toBe(401);
  const rename = async (of: Browser) => (await of.post("/passkey/update-passkey", { id, name: "Old phone" })).status;
  expect([await rename(new Browser()), await rename(stranger), await rename(browser)]).toEqual([401, 401, 200]);
  expect((await access.securityOf(browser.headers))?.passkeys).toMatchObject([{ name: "Old phone" }]);
  expect((await browser.post("/passkey/delete-passkey", { id })).status).toBe(200);
  expect((await enter(device)).body).toMatchObject({ code: "UnknownPasskey" });
});

test("adding a passkey needs the password, and a code where the account has codes", async () => {
  const browser = await signedIn();
  const ask = (body: object) => browser.post("/passkey/generate-register-options", body);
  expect((await ask({ password: "wrong" })).body).toMatchObject({ code: "WrongPassword" });
  await t.ctx.db.prisma.user.updateMany({ data: { twoFactorEnabled: true } });
  expect((await ask({ password })).status).not.toBe(200);
  expect((await new Browser().post("/passkey/generate-register-options", { password })).status).toBe(401);
});

test("a device that does not check the person, or a page of another site, is refused", async () => {
  const browser = await signedIn();
  expect((await add(browser, createDevice({ flags: 1 }))).status).toBe(401);
  expect((await add(browser, createDevice({ origin: "https://evil.example" }))).status).toBe(500);
  expect((await access.securityOf(browser.headers))?.passkeys).toEqual([]);
});

test("a challenge works once, and a password set by others removes the passkeys", async () => {
  const device = createDevice();
  await add(await signedIn(), device);
  const { body } = await (await enter(device)).browser.post("/passkey/generate-authenticate-options", {});
  const late = new Browser();
  await late.post("/passkey/generate-authenticate-options", {});
  const other = await late.post("/passkey/verify-authentication", { response: device.get(body) });
  expect([other.status, await late.isIn()]).toEqual([400, false]);
  const again = await late.post("/passkey/verify-authentication", { response: device.get(body) });
  expect(again.body).toMatchObject({ code: "SignInExpired" });

  await resetPassword(t.asSystem(), { email, password });
  expect((await enter(device)).body).toMatchObject({ code: "UnknownPasskey" });
});

test("a stranger's calls for a challenge have a limit", async () => {
  const key = "passkey 192.0.2.1";
  await t.ctx.db.prisma.signInAttempt.create({ data: { key, count: 300, since: new Date(), address: "x" } });
  expect((await new Browser().post("/passkey/generate-authenticate-options", {})).status).toBe(429);
});
