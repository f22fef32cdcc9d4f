import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readInstallation } from "@highstreet/db";
import { emptyDatabase } from "@highstreet/db/testing";
import { createTestContext } from "@highstreet/router/testing";
import { afterAll, expect, test } from "vitest";

const t = await createTestContext();
afterAll(() => t.close());
const secretKey = randomBytes(32).toString("base64");

function admin(...args: string[]) {
  return adminWith(secretKey, ...args);
}

function adminWith(keys: string, ...args: string[]) {
  const env = { ...process.env, DATABASE_URL: t.databaseUrl, HIGHSTREET_SECRET_KEY: keys };
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, "admin.ts"), ...args], {
    env,
    encoding: "utf8",
  });
  return { status, stdout, line: stderr.trim(), made: () => JSON.parse(stdout) };
}

test("an operator makes a partner, a key, a member of staff, and sets a password", async () => {
  const { prisma } = t.ctx.db;
  const partner = admin("partner", "create", "--name", "Till Ltd", "--json").made();
  expect(partner.key).toMatch(/^hs_/);
  const retailerId = partner.partnerId;
  await prisma.retailer.create({ data: { id: retailerId, partnerId: partner.partnerId, name: "Shop" } });

  const forKey = ["--partner", partner.partnerId, "--name", "Till", "--scopes", "inventory:read,inventory:write"];
  const key = admin("key", "create", ...forKey, "--retailers", retailerId, "--json").made();
  expect(key).toMatchObject({ scopes: ["inventory:read", "inventory:write"], retailerIds: [retailerId] });

  const forStaff = ["--retailer", retailerId, "--name", "Ann", "--email", "Ann@shop.example", "--role", "manager"];
  const staff = admin("staff", "create", ...forStaff, "--json").made();
  expect(staff.password.length).toBeGreaterThan(11);
  const session = { id: "s", token: "t", userId: staff.userId, expiresAt: new Date(), updatedAt: new Date() };
  await prisma.session.create({ data: session });

  const reset = admin("staff", "password", "--email", "ann@shop.example", "--json").made();
  expect(reset).toMatchObject({ userId: staff.userId, sessionsEnded: 1 });
  expect(reset.password).not.toBe(staff.password);
});

test("a dry run finds the same faults and changes nothing", async () => {
  const before = await t.ctx.db.prisma.partner.count();
  expect(admin("partner", "create", "--name", "Other Ltd", "--dry-run").stdout).toContain("nothing was changed");
  expect(await t.ctx.db.prisma.partner.count()).toBe(before);
  expect(admin("staff", "password", "--email", "nobody@shop.example", "--dry-run")).toMatchObject({
    ...{ status: 1, line: "--email belongs to no account." },
  });
});

test.each([
  [["partner", "make"], "Unknown command “partner make”"],
  [["partner", "create"], "partner create needs --name."],
  [["partner", "create", "--name", ""], "partner create needs --name."],
  [["partner", "create", "--nmae", "x"], "Unknown option '--nmae'"],
  [
    ["staff", "password", "--email", "a@b.example", "--password", "short"],
    "--password must have at least 8 characters.",
  ],
  [
    ["staff", "create", "--retailer", "x", "--name", "A", "--email", "a", "--role", "boss"],
    "--retailer must be a retailer's id; --email must be an e-mail address; --role must be owner, manager or viewer.",
  ],
  [["key", "create", "--partner", "x", "--name", "A", "--scopes", "all"], "--partner must be a partner's id."],
  [
    ["key", "create", "--partner", "018f2f6e-0000-7000-8000-000000000000", "--name", "A", "--scopes", "all"],
    "--partner names no partner.",
  ],
  [
    ["key", "create", "--partner", "018f2f6e-0000-7000-8000-000000000000", "--name", "A", "--scopes", "everything"],
    "--scopes must be one of",
  ],
])("a wrong input is answered by one line that says how to correct it: %j", (args, expected) => {
  const { status, stdout, line } = admin(...args);
  expect({ status, stdout, lines: line.split("\n").length }).toEqual({ status: 1, stdout: "", lines: 1 });
  expect(line).toContain(expected);
});

test("a retailer goes to a file, into another partner, and away", async () => {
  const { id } = await t.retailer({ name: "Portable" });
  await t.store(id);
  const folder = mkdtempSync(join(tmpdir(), "highstreet-admin-"));
  const file = join(folder, "shop.ndjson");
  const exported = ["retailer", "export", "--retailer", id, "--file", file, "--json"];
  expect(admin(...exported, "--dry-run").made()).toMatchObject({ lines: 4 });
  expect(admin(...exported).made()).toEqual({ file, lines: 4 });
  const { partnerId } = await t.newPartner();
  const imported = ["retailer", "import", "--partner", partnerId, "--file", file, "--json"];
  expect(admin(...imported, "--dry-run").made()).toMatchObject({ items: 0, products: 0 });
  expect(admin(...imported).made()).toMatchObject({ retailerId: expect.any(String), connect: [] });
  const removed = ["retailer", "delete", "--retailer", id, "--json"];
  const counts = { store: 1, history_entry: 2 };
  expect(admin(...removed, "--dry-run").made()).toMatchObject(counts);
  expect(admin(...removed).made()).toMatchObject(counts);
  expect(admin(...removed).line).toContain("There is no retailer with this id");
  expect(admin(...imported.with(5, folder)).line).toContain("--file must name");
  rmSync(folder, { recursive: true });
});

test("pairs of items that would be one are listed, of all retailers or of one, and nothing merges", async () => {
  const { id: retailerId } = await t.retailer();
  const { id: storeId } = await t.store(retailerId);
  const other = await t.retailer();
  await t.store(other.id);
  const now = t.ctx.now();
  const item = { retailerId, storeId, status: "in_stock", quantity: 5, price: 1, currency: "GBP" } as const;
  const rows = [
    ["(01)05012345678900", "5012345678900"],
    ["5012345678917, ABC", "5012345678917"],
    ["4252614", "42100005264"],
  ].flat();
  const alone = ["(01)05012345678924", "MUG-1", "5012345678931"];
  await t.ctx.db.prisma.stockItem.createMany({
    data: [...rows, ...alone].map((itemKey) => ({
      ...{ ...item, itemKey, condition: "new", createdAt: now, updatedAt: now },
      barcode: itemKey.length < 13 && /^\d+$/.test(itemKey) ? `0${itemKey}` : itemKey,
    })),
  });
  const pair = (itemKeys: string[], barcodes = itemKeys) => ({ retailerId, storeId, barcodes, itemKeys });
  const pairs = [
    pair(["(01)05012345678900", "5012345678900"]),
    pair(["4252614", "42100005264"], ["04252614", "042100005264"]),
    pair(["5012345678917, ABC", "5012345678917"]),
  ];
  const { stores, ...listed } = admin("barcodes", "--json").made();
  expect(stores).toBeGreaterThan(1);
  expect(listed).toEqual({ count: 3, pairs: expect.arrayContaining(pairs) });
  expect(admin("barcodes", "--retailer", retailerId).stdout.split("\n").slice(2)).toHaveLength(5);
  expect(admin("barcodes", "--retailer", other.id, "--json").made()).toEqual({ stores: 1, count: 0, pairs: [] });
  expect(admin("barcodes", "--retailer", "x").line).toContain("There is no retailer with this id");
  expect(await t.ctx.db.prisma.stockItem.count({ where: { retailerId } })).toBe(9);
});

test("a key ring that is malformed, or that lacks the key of a value, is refused in one line", async () => {
  expect(adminWith("no key", "partner", "create", "--name", "Till").line).toMatch(
    /^HIGHSTREET_SECRET_KEY must be 32 bytes in base64.*openssl rand -base64 32\.$/,
  );
  const { partnerId } = admin("partner", "create", "--name", "Till", "--json").made();
  const answer = t.ctx.vault.seal("{}", ["idempotency_key", partnerId, "k"]);
  const rest = { fingerprint: new Uint8Array(1), expiresAt: new Date() };
  await t.ctx.db.prisma.idempotencyKey.create({ data: { partnerId, key: "k", answer, ...rest } });
  expect(admin("keys", "reseal", "--dry-run").line).toMatch(
    /^HIGHSTREET_SECRET_KEY does not open .*idempotency_key.*add the key that sealed them to it, after a comma\.$/,
  );
});

test("--help lists the commands, or the options of one", () => {
  expect(admin("--help").stdout).toContain("npm run admin -- staff password");
  expect(admin("key", "create", "--help").stdout).toContain("--retailers (optional): ids of the only retailers");
});

test("a backup goes to a file and into an empty database, and a dry run changes neither", async () => {
  const folder = mkdtempSync(join(tmpdir(), "highstreet-admin-"));
  const file = join(folder, "all.sql.gz");
  const sealed = Uint8Array.from(t.ctx.vault.seal("canary", ["key_canary", "true"]));
  await t.ctx.db.prisma.keyCanary.create({ data: { sealed } });
  const made = ["backup", "create", "--file", file, "--json"];
  expect(admin(...made, "--dry-run").made()).toMatchObject({ dryRun: expect.anything(), tables: expect.any(Number) });
  expect(existsSync(file)).toBe(false);
  expect(await readInstallation(t.ctx.db)).toMatchObject({ lastBackupAt: null, installedAt: expect.any(Date) });
  expect(admin(...made).made()).toMatchObject({ file, rows: expect.any(Number) });
  const { lastBackupAt } = await readInstallation(t.ctx.db);
  expect(lastBackupAt).toBeInstanceOf(Date);
  const recorded = admin("backup", "record", "--json").made();
  expect((await readInstallation(t.ctx.db)).lastBackupAt?.toISOString()).toBe(recorded.lastBackupAt);
  expect(new Date(recorded.lastBackupAt).getTime()).toBeGreaterThan(
    lastBackupAt?.getTime() ?? Number.POSITIVE_INFINITY,
  );
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(admin(...made)).toMatchObject({ status: 1, line: `${file} exists: --file must be the name of a new file.` });
  expect(admin("backup", "restore", "--file", file)).toMatchObject({
    ...{ status: 1, line: expect.stringMatching(/^The database is not empty.* Keep \.data\/secret\.key/) },
  });
  const [missing, wrong] = ["missing.gz", "."].map((name) => admin("backup", "restore", "--file", join(folder, name)));
  expect(missing?.line).toBe(`${join(folder, "missing.gz")} does not exist: --file must name a backup.`);
  expect(wrong?.line).toBe(`${folder} cannot be read (EISDIR).`);
  const empty = await emptyDatabase();
  const restore = (...more: string[]) =>
    spawnSync(process.execPath, [join(import.meta.dirname, "admin.ts"), "backup", "restore", "--file", file, ...more], {
      env: { ...process.env, DATABASE_URL: empty.url, HIGHSTREET_SECRET_KEY: secretKey },
      encoding: "utf8",
    });
  expect(restore("--dry-run").stdout).toContain("nothing was changed");
  const { stdout } = restore("--json");
  await empty.drop();
  rmSync(folder, { recursive: true });
  expect(JSON.parse(stdout).secrets).toMatch(/^HIGHSTREET_SECRET_KEY does not open .*key_canary/);
  expect(admin("sequences", "raise", "--json").made()).toEqual({ stores: expect.any(Number) });
  const known =
    "SELECT bool_and(last_analyze IS NOT NULL) AS analyzed FROM pg_stat_user_tables WHERE relname IN ('store', 'customization')";
  expect(await t.ctx.db.query(known)).toEqual([{ analyzed: true }]);
});
