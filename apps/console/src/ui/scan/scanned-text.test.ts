import { expect, test } from "vitest";
import { nothingTyped, scannedCode, typedAfter } from "./scanned-text.ts";

interface Typing {
  keys: string[];
  pause: number;
}

/** The code after texts which are typed one after the other. A pause comes before each key. */
function scan(...typings: Typing[]): string | undefined {
  let [typed, now] = [nothingTyped, 10_000];
  for (const { keys, pause } of typings) {
    for (const key of keys) {
      now += pause;
      const isFnc1 = key === "\x1d";
      typed = typedAfter(typed, { key: isFnc1 ? "]" : key, ctrlKey: isFnc1, isAltGraph: false, timeStamp: now });
    }
  }
  return scannedCode(typed, now);
}
const keys = (text: string, pause = 15): Typing => ({ keys: [...text], pause });

test.each([
  "22423",
  "C2",
  "DCGS22423",
  "85123A",
  "gift_0001_80",
  "50%OFF",
  "A-1/7 b",
  "é~ß§42",
  "5012345678900",
  "(01)05012345678900(10)AB12",
  "]C10105012345678900\x1d10ab12",
  "\x1d0105012345678900",
  "https://id.gs1.org/01/05012345678900/10/ABC?17=261231",
])("%j is a scan as a whole, also with Shift, and also a second after other keys", (code) => {
  expect(scan(keys(code))).toBe(code);
  expect(scan({ keys: [...code].flatMap((one) => ["Shift", one]), pause: 7 })).toBe(code);
  const [first = "", ...rest] = code;
  expect(scan(keys("jjx"), { keys: [first], pause: 600 }, { keys: rest, pause: 15 })).toBe(code);
});

test("a person who types is no scanner", () => {
  for (const pause of [90, 150, 300]) expect(scan(keys("22423", pause))).toBeUndefined();
  expect(scan(keys("2242"), keys("3", 250))).toBeUndefined();
  expect(scan(keys("j"))).toBeUndefined();
});

test("a part of a code is no code", () => {
  expect(scan(keys("DCGS"), keys("2", 300), keys("2423"))).toBeUndefined();
  expect(scan(keys("x"), keys("5", 300), keys("012345678900"))).toBeUndefined();
  expect(scan(keys("1".repeat(3_000), 1))).toBeUndefined();
});

test("an arrow, Ctrl and a letter, and a long pause before Enter end a code", () => {
  expect(scan(keys("12"), { keys: ["ArrowDown"], pause: 5 }, keys("345"))).toBe("345");
  const typed = [..."22423"].reduce(
    (before, key, at) => typedAfter(before, { key, ctrlKey: false, isAltGraph: false, timeStamp: 10_000 + at * 10 }),
    nothingTyped,
  );
  expect(scannedCode(typed, 10_060)).toBe("22423");
  expect(scannedCode(typed, 12_000)).toBeUndefined();
  const select = { key: "a", ctrlKey: true, timeStamp: 10_050 };
  expect(scannedCode(typedAfter(typed, { ...select, isAltGraph: false }), 10_060)).toBeUndefined();
  expect(scannedCode(typedAfter(typed, { ...select, isAltGraph: true }), 10_060)).toBe("22423a");
});
