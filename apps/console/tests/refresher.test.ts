import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import { createRefresher } from "../src/ui/shell/create-refresher.ts";

const queryKey = [["channels", "list"], { input: { storeId: "one" }, type: "query" }];
const queries = new QueryClient();
const refresher = createRefresher(queries);
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
  queries.clear();
});

/** A page that shows a query. Each load reads the state when it starts, and answers at the call of `answer`. */
function page(read: () => string) {
  const loads: (() => void)[] = [];
  const queryFn = () => {
    const state = read();
    return new Promise<string>((resolve) => loads.push(() => resolve(state)));
  };
  const observer = new QueryObserver(queries, { queryKey, queryFn });
  ends.push(observer.subscribe(() => {}));
  return {
    loads: () => loads.length,
    answer: () => loads.at(-1)?.(),
    shown: () => observer.getCurrentResult().data,
  };
}

test("a change during the first load of a page is shown", async () => {
  let state = "before";
  const { loads, answer, shown } = page(() => state);
  expect(loads()).toBe(1);
  state = "after";
  refresher.add({ storeId: "one", topics: ["channels"] });
  // The refresh has joined the first load.
  await expect.poll(() => queries.getQueryCache().find({ queryKey })?.state.isInvalidated).toBe(true);
  answer();
  await expect.poll(loads).toBe(2);
  answer();
  await expect.poll(shown).toBe("after");
});

test("the list of rules is loaded again after an entry of the history, which a new name of a rule leaves", async () => {
  const loads: number[] = [];
  const list = new QueryObserver(queries, {
    queryKey: [["rules", "list"], { input: { retailerId: "shop" }, type: "query" }],
    queryFn: () => Promise.resolve(loads.push(1)),
  });
  ends.push(list.subscribe(() => {}));
  await expect.poll(() => loads.length).toBe(1);
  refresher.add({ storeId: null, topics: ["edits"] });
  await expect.poll(() => loads.length).toBe(2);
});
