import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { allSettings, type Role, readSettings, unknownSettings } from "./settings.ts";

const ROOT = join(import.meta.dirname, "../../../..");
const key = Buffer.alloc(32).toString("base64");
const env = { DATABASE_URL: "postgresql://me:pass-word@db.example/shop", HIGHSTREET_SECRET_KEY: key };

describe("the settings of a role", () => {
  test("have their defaults, and an empty text counts as absent", () => {
    const read = readSettings({ ...env, HIGHSTREET_REST_PORT: "", HIGHSTREET_DRAIN_SECONDS: "7" }, "rest");
    expect(read).toMatchObject({ restPort: 4_000, drainMs: 7_000, corsOrigins: [], allowLocalWebhooks: false });
    expect(read).not.toHaveProperty("retentionDays");
  });

  test("that are wrong or missing are reported all at once, one line each, without secrets", () => {
    const wrong = {
      ...{ DATABASE_URL: "mysql://me:pass-word@db.example", HIGHSTREET_SECRET_KEY: "", HIGHSTREET_REST_PORT: "70000" },
      ...{ HIGHSTREET_LOG_LEVEL: "loud", HIGHSTREET_TRUSTED_PROXIES: "10.0.0.0/8,home", HIGHSTREET_PROVIDERS: "bing" },
      ...{ HIGHSTREET_SFTP_PORT: "ssh", HIGHSTREET_DRAIN_SECONDS: "1.5", HIGHSTREET_DEMO: "yes" },
    };
    expect(() => readSettings(wrong, "rest")).toThrow(
      new Error(
        [
          "DATABASE_URL is not an address: write it as postgresql://user:password@host:5432/database.",
          "HIGHSTREET_SECRET_KEY is not set: make one with: openssl rand -base64 32.",
          'HIGHSTREET_REST_PORT is "70000": it must be a port, 1 to 65535.',
          'HIGHSTREET_SFTP_PORT is "ssh": it must be a port, 1 to 65535.',
          'HIGHSTREET_TRUSTED_PROXIES holds "home": name addresses or networks such as 10.0.0.0/8, separated by commas.',
          'HIGHSTREET_DRAIN_SECONDS is "1.5": it must be whole seconds, 0 to 3600.',
          'HIGHSTREET_LOG_LEVEL is "loud": it must be one of trace, debug, info, warn, error, fatal, silent.',
          'HIGHSTREET_DEMO is "yes": it must be 1 (yes) or 0 (no).',
          "HIGHSTREET_PROVIDERS is “bing”: it must be sandbox or google.",
        ].join("\n"),
      ),
    );
    const short = { ...env, HIGHSTREET_SECRET_KEY: "c2hvcnQ=" };
    expect(() => readSettings(short, "worker")).toThrow(/^HIGHSTREET_SECRET_KEY must be 32 bytes in base64[^=]*$/);
  });

  test("of other roles are not its business", () => {
    expect(readSettings({ ...env, HIGHSTREET_INGEST_DAYS: "?" }, "rest").databaseUrl).toBe(env.DATABASE_URL);
    expect(() => readSettings({ ...env, HIGHSTREET_INGEST_DAYS: "?" }, "worker")).toThrow("it must be days, 1 to 3650");
    expect(() => readSettings({ ...env, HIGHSTREET_SFTP_HOST_KEY_FILE: "/none" }, "sftp")).toThrow(
      'HIGHSTREET_SFTP_HOST_KEY_FILE is "/none": it must be a file that this process can read.',
    );
  });
});

test("an unknown name is reported with the nearest known one", () => {
  expect(unknownSettings({ ...env, HIGHSTREET_RATE_LIMITS: "5", HIGHSTREET_COLOUR: "red", OTHER: "x" })).toEqual([
    "HIGHSTREET_RATE_LIMITS is no setting of Highstreet: did you mean HIGHSTREET_RATE_LIMIT?",
    "HIGHSTREET_COLOUR is no setting of Highstreet and has no effect.",
  ]);
});

function readersOf(roles: readonly Role[]): string {
  if (roles.length === 7) return "all";
  return roles.length === 6 && !roles.includes("migrate") ? "all but migrate" : roles.join(", ");
}

describe("the documentation", () => {
  test("in docs/operating.md has every setting with its default, its readers and its meaning", () => {
    const lines = readFileSync(join(ROOT, "docs/operating.md"), "utf8").split("\n");
    const rows = lines.filter((line) => /^\| `(HIGHSTREET|DATABASE|OTEL)_[A-Z_]+` \|/.test(line));
    expect(rows).toEqual(
      allSettings().map(({ name, meaning, roles, usual, ...setting }) => {
        const standard = usual ?? (setting.default ? `\`${setting.default}\`` : "");
        return `| \`${name}\` | ${meaning} | ${standard} | ${readersOf(roles)} |`;
      }),
    );
  });

  test("in .env.example has every setting, with its default if it has one", () => {
    const text = readFileSync(join(ROOT, ".env.example"), "utf8");
    const shown = new Map([...text.matchAll(/^# ([A-Z_]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]));
    expect([...shown.keys()].toSorted()).toEqual(
      allSettings()
        .map(({ name }) => name)
        .toSorted(),
    );
    for (const { name, default: standard } of allSettings()) {
      if (standard) expect([name, shown.get(name)]).toEqual([name, standard]);
    }
  });
});
