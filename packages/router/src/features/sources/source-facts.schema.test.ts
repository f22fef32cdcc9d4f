import { expect, test } from "vitest";
import { providers } from "./source.ts";
import { sendsFiles } from "./source-facts.schema.ts";

test("a shop sends the files of every till, and of no source that Highstreet reads or that sends lines", () => {
  const generic = providers.filter(({ type }) => type === "generic").map(({ id }) => [id, sendsFiles(id)]);
  expect(Object.fromEntries(generic)).toEqual({
    ...{ "csv-upload": true, "http-pull": false, connection: false, api: false },
  });
  expect(providers.filter(({ type }) => type !== "generic").every(({ id }) => sendsFiles(id))).toBe(true);
});
