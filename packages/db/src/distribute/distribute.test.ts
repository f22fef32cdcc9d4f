import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase, type TestDatabase } from "../testing.ts";
import { distribute } from "./distribute.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

test("a database without Citus is refused with the remedy", async () => {
  await expect(distribute(database.url)).rejects.toThrow(/no Citus.*CREATE EXTENSION citus/);
});

test("a server that does not answer is refused in one line", async () => {
  const url = new URL(database.url);
  url.port = "1";
  await expect(distribute(url.href)).rejects.toThrow(/^The database .* refuses the connection.*$/);
});
