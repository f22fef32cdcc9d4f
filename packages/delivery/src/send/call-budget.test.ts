import { describe, expect, it } from "vitest";
import { CallBudget, type Caller } from "./call-budget.ts";

describe("the places for calls", () => {
  const caller = (receiver: string): Caller => ({ receiver, offer: () => undefined });
  const places = (wanted: number, take: (n: number) => boolean) =>
    Array.from({ length: wanted }, (_, n) => take(n)).filter(Boolean).length;

  it("are separate for unhealthy endpoints, a tenth as many", () => {
    const budget = new CallBudget(50);
    const ill = caller("ill");
    expect(places(9, () => budget.take(ill, "unhealthy"))).toBe(5);
    expect(places(60, (n) => budget.take(caller(`well-${n}`), "healthy"))).toBe(50);
  });

  it("are at most a quarter for one receiver with any number of stores, which take turns", () => {
    const budget = new CallBudget(50);
    const log: string[] = [];
    const stores = Array.from({ length: 30 }, (_, n): Caller => {
      const self: Caller = { receiver: "chain", offer: () => void (budget.take(self, "healthy") && log.push(`${n}`)) };
      return self;
    });
    expect(places(30, (n) => budget.take(stores[n] as Caller, "healthy"))).toBe(12);
    for (let n = 0; n < 3; n++) budget.give(stores[0] as Caller, "healthy");
    expect(log).toEqual(["12", "13", "14"]);
    expect(places(60, (n) => budget.take(caller(`well-${n}`), "healthy"))).toBe(38);
  });

  it("go to waiting streams by turns", () => {
    const budget = new CallBudget(12);
    const log: string[] = [];
    const named = (name: string): Caller => {
      const self: Caller = {
        receiver: name,
        offer: () => void (budget.take(self, "healthy") && log.push(name) && budget.take(self, "healthy")),
      };
      return self;
    };
    const others = Array.from({ length: 12 }, (_, n) => caller(`other-${n}`));
    for (const one of others) budget.take(one, "healthy");
    const all = ["a", "b", "c"].map(named);
    for (const one of all) expect(budget.take(one, "healthy")).toBe(false);
    for (const one of others.slice(0, 7)) budget.give(one, "healthy");
    expect(log.join("")).toBe("abcabca");
  });
});
