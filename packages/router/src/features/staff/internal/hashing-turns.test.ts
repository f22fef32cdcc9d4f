import { expect, test } from "vitest";
import { HashingTurns } from "./attempts.ts";

test("attempts from one network do not delay other networks or known browsers", async () => {
  const turns = new HashingTurns();
  const begun: string[] = [];
  const { promise: end, resolve } = Promise.withResolvers<undefined>();
  const attempt = (network: string | undefined, name: string) =>
    turns.run(network, () => {
      begun.push(name);
      return end;
    });
  const all = [
    ...["a1", "a2", "a3", "a4"].map((name) => attempt("192.0.2.1", name)),
    attempt("192.0.2.2", "b1"),
    attempt(undefined, "known"),
  ];
  await new Promise((done) => setImmediate(done));
  expect(begun).toEqual(["a1", "b1", "known"]);
  resolve(undefined);
  await Promise.all(all);
  expect(begun).toEqual(["a1", "b1", "known", "a2", "a3", "a4"]);
});
