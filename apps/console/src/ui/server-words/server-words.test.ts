import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { statusOf } from "@highstreet/router";
import { warningIds } from "@highstreet/router/core/channels/channel.schema.ts";
import { afterEach, describe, expect, it, test } from "vitest";
import { speakLanguageOf } from "../../languages/in-language.ts";
import { languages } from "../../languages/languages.ts";
import {
  fieldWords,
  ingestWords,
  isPlain,
  listingWords,
  problemWords,
  rejectionWords,
  warningWords,
} from "./server-words.ts";
import { texts } from "./texts.ts";

const ui = join(import.meta.dirname, "..");
const root = join(ui, "../../../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

/** A sentence of the server that nobody in a shop understands. */
const message = "`parameters.x` must be one of a, b (422): PATCH /image/0 of businessAccountId.";

/** Pages of programmers, whose texts name calls and headers. */
const forProgrammers = ["webhooks", "endpoints", "keys", "inbox"];

/** All texts of a catalogue. A text with values gets a number for each. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "function") {
    try {
      return textsIn(value(...Array.from({ length: 4 }, () => 7)));
    } catch {
      return [];
    }
  }
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

afterEach(() => speakLanguageOf(() => ({ catalog: undefined })));

const catalogues = await Promise.all(
  globSync("**/texts.ts", { cwd: ui }).map(async (file) => ({
    room: file.split("/")[0] ?? "",
    texts: textsIn(Object.values(await import(join(ui, file)))),
  })),
);

describe("people of a shop read no word of the API", () => {
  it.each(Object.keys({ ...statusOf, ...texts.errors }))("for the error %s", (code) => {
    expect(Object.keys(texts.errors)).toContain(code);
    expect(isPlain(problemWords({ code, message }))).toBe(true);
  });

  it.each(warningIds)("for the warning %s", (id) => {
    expect(Object.keys(texts.warnings)).toContain(id);
    expect(isPlain(warningWords({ id, message }))).toBe(true);
  });

  it("for the lines of files: each code of the guide has a text", () => {
    const guide = read("docs/stock-in.md");
    const table = guide.slice(guide.indexOf("| Code | What is wrong |"), guide.indexOf("- **Mode**"));
    const codes = [...table.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(
      ([, names = ""]) => names.match(/[a-z_]{5,}/g) ?? [],
    );
    expect(codes.length).toBeGreaterThan(20);
    for (const code of codes) {
      expect(Object.keys(texts.rejections)).toContain(code);
      expect(isPlain(rejectionWords({ code, message }))).toBe(true);
    }
  });

  it("for whatever the router and the feeds say", () => {
    const files = globSync("packages/{router,feeds}/src/**/*.ts", {
      cwd: root,
      exclude: (name) => /test\.ts$/.test(String(name)),
    });
    const said = files.flatMap((file) => read(file).match(/(?<=["`])(?:must|[A-Z][a-z]+) [^"`]{3,300}(?=["`])/g) ?? []);
    expect(said.length).toBeGreaterThan(500);
    for (const sentence of said) {
      expect(problemWords({ code: "ValidationFailed", message: sentence })).toSatisfy(isPlain);
      expect(warningWords({ id: "ConnectionFailed", message: sentence })).toSatisfy(isPlain);
      expect(listingWords({ code: "x", message: sentence })).toSatisfy(isPlain);
      expect(fieldWords({ pointer: "/image/0", code: "InvalidValue", message: sentence })).toSatisfy(isPlain);
    }
  });

  it.each(catalogues.filter(({ room }) => !forProgrammers.includes(room)))(
    "in the texts of $room",
    ({ texts: own }) => {
      // Types of files, values of cells and values of the server have names, and an address begins with https.
      const names =
        /search \| local_ads|\bJSON\b|\bHTTPS? (?=address)|https:\/\/\S*|[a-z-]+\.csv|<\/?[a-z]+>|\.myshopify\.com|\b[a-z]{2}_\b|\{\w+\}/g;
      expect(own.filter((text) => text.includes(" ") && !isPlain(text.replaceAll(names, "it")))).toEqual([]);
    },
  );
});

test("an error stands at its line, an unknown one is not lost", () => {
  const wrong = { code: "InvalidValue", message: "must be an http or https URL" };
  expect(fieldWords({ ...wrong, pointer: "/image/0" })).toBe("Line 1 is no web address");
  expect(fieldWords({ ...wrong, pointer: "/title", message: "must have at most 150 characters" })).toBe(
    "Must have at most 150 characters",
  );
  const errors = [
    { ...wrong, pointer: "/image/1" },
    { ...wrong, pointer: "/brand", message: "must not be empty" },
  ];
  expect(problemWords({ code: "ValidationFailed", message: "", members: { errors } })).toBe(
    "Pictures: Line 2 is no web address Brand: Fill in this field.",
  );
});

const held = {
  id: "FeedHeld",
  message: "The last feed would take 30 of 40 items out of stock, so it is held. Send POST …/accept if it is right.",
};

test("an English sentence of the server stays if people understand it, and its values are not known", () => {
  expect(warningWords(held)).toBe("The last file would take 30 of 40 products out of stock, so it is held.");
});

describe.each(Object.entries(languages))("what the server says in %s", (language, { load }) => {
  it("has its values, and no English sentence", async () => {
    const catalog = (await load?.())?.catalog;
    speakLanguageOf(() => ({ catalog }));
    const own = catalog?.serverWords ?? texts;
    for (const [id, text] of Object.entries(own.reasons)) {
      const [code = "", reason] = id.split(".");
      const names = (text as string).match(/(?<=\{)\w+(?=\})/g) ?? [];
      expect(names.toSorted()).toEqual((texts.reasons[id]?.match(/(?<=\{)\w+(?=\})/g) ?? []).toSorted());
      const values = Object.fromEntries(names.map((name, at) => [name, 71 + at]));
      const said = problemWords({ code, message, members: { ...values, reason } });
      expect(names.filter((name) => !said.includes(String(values[name])))).toEqual([]);
      expect(isPlain(said)).toBe(true);
    }
    const refused = { code: "UnrecognisedFeed", parameters: { reason: "password" } };
    const password = ingestWords({ problem: refused, reason: language === "en" ? "" : "The workbook has a password." });
    expect(password).toBe(own.reasons["UnrecognisedFeed.password"]);
    const parameters = { code: "UnrecognisedFeed", reason: "password" };
    expect(warningWords({ id: "FeedRefused", message, parameters })).toContain(password);
    const wrong = { pointer: "/x", code: "TooBig", message: "must have at most 150 characters", limit: 150 };
    expect(fieldWords(wrong)).toContain("150");
    if (language === "en") return;
    const english = /would take|must have|password/;
    const all = [warningWords(held), fieldWords(wrong), ingestWords({ problem: null, reason: "A password." })];
    expect(all.filter((words) => english.test(words))).toEqual([]);
  });
});

test("each kind of source has a name of the console, apart from names that all languages share", () => {
  const labels = [
    ...read("packages/router/src/features/sources/source.ts").matchAll(/label: "([^"]+)", type: "generic"/g),
  ];
  expect(labels.map(([, label]) => label).filter((label) => label !== "API" && !texts.names[label ?? ""])).toEqual([]);
  expect(labels).toHaveLength(4);
});

test("the help names only what a page shows", () => {
  const shown = new Set(catalogues.flatMap(({ texts: own }) => own));
  // A job has a colon behind it. The server names the channels.
  const bold = [...read("docs/help.md").matchAll(/\*\*([^*]+)\*\*(:?)/g)];
  const named = bold.flatMap(([, name = "", colon]) => (colon ? [] : name));
  const isShown = (name: string) =>
    name === "Search local listings" || shown.has(name) || [...shown].some((text) => text.startsWith(`${name} `));
  expect(named.filter((name) => !isShown(name))).toEqual([]);
});
