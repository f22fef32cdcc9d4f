import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { signDelivery } from "@highstreet/delivery";
import { afterAll, expect, test } from "vitest";

const docs = join(import.meta.dirname, "../../../docs");
const snippets = join(docs, "snippets");
const scratch = mkdtempSync(join(tmpdir(), "highstreet-snippets-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const [OLD, NEW, OTHER] = ["oldSecret0000", "newSecret0000", "otherSecret00"] as const;
const body = '{"action":"inventory.update","data":{"price":44.90,"title":"Café ☕"}}';

/** A call to a receiver, and whether it is valid. */
interface Case {
  body: string;
  headers: Record<string, string | string[]>;
  secrets: string[];
  /** Unix time of the receiver, in seconds. */
  now: number;
  expected: boolean;
}

const SENT = new Date("2026-03-02T09:00:00Z");
const now = SENT.getTime() / 1_000;

function headersOf(...secrets: string[]): Record<string, string> {
  return signDelivery({ storeId: "s", sequence: 1, body, at: SENT }, secrets);
}

const changing = headersOf(OLD, NEW);
const timed = (name: string, value: string) => ({ ...headersOf(OLD), [name]: value });
const right = String(headersOf(OLD)["webhook-signature"]);
const calls: Case[] = [
  { body, headers: headersOf(OLD), secrets: [OLD], now, expected: true },
  { body, headers: headersOf(OLD), secrets: [NEW, OLD], now, expected: true },
  { body, headers: changing, secrets: [OLD], now, expected: true },
  { body, headers: changing, secrets: [NEW], now, expected: true },
  { body, headers: headersOf(OLD), secrets: [OLD], now: now + 300, expected: true },
  { body, headers: headersOf(OLD), secrets: [OLD], now: now - 300, expected: true },
  { body, headers: headersOf(OLD), secrets: [OLD], now: now + 301, expected: false },
  { body, headers: headersOf(OLD), secrets: [OLD], now: now - 301, expected: false },
  { body, headers: changing, secrets: [OTHER], now, expected: false },
  { body, headers: headersOf(OLD), secrets: [NEW], now, expected: false },
  { body, headers: headersOf(OLD), secrets: [], now, expected: false },
  // Everybody can know a public key, so it is never the key of an HMAC.
  { body, headers: headersOf(`whpk_${"A".repeat(43)}=`), secrets: [`whpk_${"A".repeat(43)}=`], now, expected: false },
  { body: `${body} `, headers: headersOf(OLD), secrets: [OLD], now, expected: false },
  { body: "", headers: headersOf(OLD), secrets: [OLD], now, expected: false },
  { body, headers: {}, secrets: [OLD], now, expected: false },
  { body, headers: timed("webhook-id", "evt_s_2"), secrets: [OLD], now, expected: false },
  ...["", "é", "-1", "1e9", String(now + 1), ` ${now}`, `${now}.0`, "9".repeat(30)].map((value) => ({
    ...{ body, headers: timed("webhook-timestamp", value), secrets: [OLD], now, expected: false },
  })),
  ...["", "é", "v1,", right.slice(0, -1), `${right}0`, right.replace("v1,", "v2,"), right.toUpperCase()].map(
    (value) => ({ body, headers: timed("webhook-signature", value), secrets: [OLD], now, expected: false }),
  ),
];

const titled = (name: string) => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** Plain dictionaries as servers and serverless platforms give them: other spellings of names, and lists of values. */
const spellings: ((header: [string, string | string[]]) => [string, string | string[]])[] = [
  (header) => header,
  ([name, value]) => [titled(name), value],
  ([name, value]) => [name.toUpperCase(), value],
  ([name, value]) => [name, [value].flat()],
];
const cases = spellings.flatMap((spell) =>
  calls.map((call) => ({ ...call, headers: Object.fromEntries(Object.entries(call.headers).map(spell)) })),
);

/** Reads the cases from stdin and prints a list of true and false. */
const drivers: Record<string, { run: (file: string) => { command: string; args: string[] }; version: string[] }> = {
  "verify-webhook.mjs": {
    version: [process.execPath, "--version"],
    run: (file) => ({
      command: process.execPath,
      args: [
        "--input-type=module",
        "-e",
        `import { isFromHighstreet } from ${JSON.stringify(file)};
         import { readFileSync } from "node:fs";
         const cases = JSON.parse(readFileSync(0, "utf8"));
         console.log(JSON.stringify(cases.map((one) => isFromHighstreet(Buffer.from(one.body), one.headers, one.secrets, one.now))));`,
      ],
    }),
  },
  "verify_webhook.py": {
    version: ["python3", "--version"],
    run: (file) => ({
      command: "python3",
      args: [
        "-c",
        `import json, sys
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
from verify_webhook import is_from_highstreet
sys.stdin.reconfigure(encoding="utf-8")
cases = json.load(sys.stdin)
print(json.dumps([is_from_highstreet(one["body"].encode(), one["headers"], one["secrets"], one["now"]) for one in cases]))`,
        join(file, ".."),
      ],
    }),
  },
  "verify-webhook.php": {
    version: ["php", "--version"],
    run: (file) => ({
      command: "php",
      args: [
        "-r",
        `require $argv[1];
         $cases = json_decode(stream_get_contents(STDIN), true);
         echo json_encode(array_map(function ($one) {
           $server = ['WEBHOOK_ID' => 'of the environment'];
           foreach ($one['headers'] as $name => $value) {
             $server['HTTP_' . strtoupper(str_replace('-', '_', $name))] = $value;
           }
           $results = array_map(
             fn ($headers) => isFromHighstreet($one['body'], $headers, $one['secrets'], $one['now']),
             [$server, $one['headers']],
           );
           return $results[0] === $results[1] ? $results[0] : $results;
         }, $cases));`,
        file,
      ],
    }),
  },
  "VerifyWebhook.cs": {
    version: ["dotnet", "--version"],
    run: (file) => {
      cpSync(file, join(scratch, "VerifyWebhook.cs"));
      writeFileSync(
        join(scratch, "Snippets.csproj"),
        `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType><TargetFramework>net8.0</TargetFramework>
         <RollForward>Major</RollForward><ImplicitUsings>enable</ImplicitUsings><Nullable>enable</Nullable></PropertyGroup></Project>`,
      );
      writeFileSync(
        join(scratch, "Program.cs"),
        `using System.Text; using System.Text.Json;
         Console.InputEncoding = Encoding.UTF8;
         var cases = JsonDocument.Parse(Console.In.ReadToEnd()).RootElement.EnumerateArray();
         Console.WriteLine(JsonSerializer.Serialize(cases.Select(one => {
           var headers = one.GetProperty("headers").EnumerateObject().ToDictionary(header => header.Name, header =>
             header.Value.ValueKind == JsonValueKind.Array
               ? (object)header.Value.EnumerateArray().Select(value => value.GetString()!).ToList()
               : header.Value.GetString()!);
           return HighstreetWebhook.IsFromHighstreet(Encoding.UTF8.GetBytes(one.GetProperty("body").GetString()!), headers,
             one.GetProperty("secrets").EnumerateArray().Select(secret => secret.GetString()!).ToList(),
             one.GetProperty("now").GetInt64());
         })));`,
      );
      return { command: "dotnet", args: ["run", "--project", scratch] };
    },
  },
};

for (const [name, driver] of Object.entries(drivers)) {
  test(`docs/snippets/${name} accepts recent calls in any dictionary, also during a change of the secret, and no others`, ({
    skip,
  }) => {
    const [program = "", ...version] = driver.version;
    if (spawnSync(program, version).status !== 0) skip(`${program} is not on this machine`);
    const { command, args } = driver.run(join(snippets, name));
    const { stdout, stderr } = spawnSync(command, args, { input: JSON.stringify(cases), encoding: "utf8" });
    expect([stderr, JSON.parse(stdout || "null")]).toEqual(["", cases.map(({ expected }) => expected)]);
  });
}

test("docs/snippets/verify-webhook.mjs takes the headers of a fetch handler", async () => {
  const { isFromHighstreet } = await import(pathToFileURL(join(snippets, "verify-webhook.mjs")).href);
  expect(isFromHighstreet(Buffer.from(body), new Headers(headersOf(OLD)), [OLD], now)).toBe(true);
});

test("docs/webhooks.md shows the tested snippets", () => {
  const page = readFileSync(join(docs, "webhooks.md"), "utf8");
  for (const name of Object.keys(drivers)) expect(page).toContain(`(snippets/${name})`);
  expect(page).toContain(readFileSync(join(snippets, "verify-webhook.mjs"), "utf8"));
});
