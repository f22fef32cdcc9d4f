import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../../..");
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

/** Prisma casts an enum to text in RETURNING, and Citus refuses that (decision 0060). */
test("no write of the product returns an enum, and no upsert by one field has one", () => {
  const schema = globSync("prisma/schema/*.prisma", { cwd: ROOT }).map(read).join("\n");
  const enums = [...schema.matchAll(/^enum (\w+)/gm)].map(([, name]) => name);
  const models = [...schema.matchAll(/^model (\w+) \{(.*?)^\}/gms)]
    .filter(([, , fields]) => new RegExp(`^  \\w+ +(${enums.join("|")})\\b`, "m").test(fields ?? ""))
    .map(([, name = ""]) => name[0]?.toLowerCase() + name.slice(1));
  expect(models).toContain("webhookEndpoint");
  const files = globSync(["packages/*/src/**/*.ts", "apps/*/src/**/*.{ts,tsx}"], { cwd: ROOT });
  const product = files.filter((file) => !/\.test\.|\/generated\//.test(file));
  const write = new RegExp(`\\.(${models.join("|")})\\s*\\.(create|update|upsert|delete)\\([^;]*`, "g");
  const returning = product.flatMap((file) =>
    [...read(file).matchAll(write)]
      .filter(([call]) => !call.includes("select:"))
      .map(([, model, verb]) => `${file}: ${model}.${verb}`),
  );
  expect(returning).toEqual([]);
  // Prisma makes ON CONFLICT of an upsert by one field, where Citus refuses the cast, too.
  const single = new RegExp(`\\.(${models.join("|")})\\s*\\.upsert\\(\\{\\s*where: \\{ \\w+ \\}`);
  expect(product.filter((file) => single.test(read(file)))).toEqual([]);
});
