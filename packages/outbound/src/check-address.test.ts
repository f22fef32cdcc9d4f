import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addressesIn, specialBlocks } from "../tests/special-blocks.ts";
import { blockReason, literalAddress, mayConnect } from "./check-address.ts";

const settings = { allowLocalWebhooks: false };
const isOpen = (host: string): boolean => {
  const literal = literalAddress(new URL(`https://${host}/`));
  return literal !== undefined && mayConnect("https:", literal, settings);
};

type Bytes = [number, number, number, number];
const numberOf = (bytes: number[]): number => bytes.reduce((sum, byte) => sum * 256 + byte, 0);
const radixes = [
  (value: number) => String(value),
  (value: number) => `0${value.toString(8)}`,
  (value: number) => `0x${value.toString(16)}`,
  (value: number) => `0X${value.toString(16).toUpperCase()}`,
];

/** An IPv4 address in the notations of a URL: one to four parts, each in its own radix, with or without a final dot. */
const spelled = (bytes: Bytes): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.constantFrom(...radixes), { minLength: 4, maxLength: 4 }),
      fc.boolean(),
    )
    .map(([parts, radix, hasDot]) => {
      const values = [...bytes.slice(0, parts - 1), numberOf(bytes.slice(parts - 1))];
      return values.map((value, n) => radix[n]?.(value)).join(".") + (hasDot ? "." : "");
    });

const byte = fc.integer({ min: 0, max: 255 });
const anyAddress: fc.Arbitrary<Bytes> = fc.oneof(
  fc.tuple(byte, byte, byte, byte),
  fc.tuple(fc.constantFrom(0, 10, 100, 127, 169, 172, 192, 198, 203, 224, 240, 255), byte, byte, byte),
  fc.constantFrom<Bytes>([127, 0, 0, 1], [169, 254, 169, 254], [192, 168, 0, 1], [172, 16, 0, 1], [10, 0, 0, 1]),
);

/** Blocks outside the public internet, as IANA lists them. */
function isSpecial([a, b, c]: Bytes): boolean {
  if (a === 0 || a === 10 || a === 127 || a >= 224) return true;
  if (a === 100) return b >= 64 && b < 128;
  if (a === 169) return b === 254;
  if (a === 172) return b >= 16 && b < 32;
  if (a === 192) return b === 168 || (b === 0 && (c === 0 || c === 2));
  if (a === 198) return b === 18 || b === 19 || (b === 51 && c === 100);
  return a === 203 && b === 0 && c === 113;
}

describe("mayConnect", () => {
  it("refuses the addresses of special blocks in every notation", () => {
    fc.assert(
      fc.property(
        anyAddress.chain((bytes) => fc.tuple(fc.constant(bytes), spelled(bytes))),
        ([bytes, host]) => {
          if (isSpecial(bytes)) expect(isOpen(host), host).toBe(false);
          expect(isOpen(host), host).toBe(isOpen(bytes.join(".")));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it("refuses an IPv4 address inside an IPv6 address", () => {
    fc.assert(
      fc.property(anyAddress, (bytes) => {
        const [high, low] = [bytes.slice(0, 2), bytes.slice(2)].map((two) => numberOf(two).toString(16));
        const embedding = [
          `::ffff:${bytes.join(".")}`,
          `::ffff:${high}:${low}`,
          `0:0:0:0:0:FFFF:${high}:${low}`,
          `::${bytes.join(".")}`,
          `64:ff9b::${high}:${low}`,
          `2002:${high}:${low}::1`,
        ];
        for (const host of embedding) expect(isOpen(`[${host}]`), host).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(specialBlocks)("refuses the block %s", (block) => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 }), (seeds) => {
        for (const address of addressesIn(block, seeds)) {
          for (const protocol of ["https:", "http:"])
            expect(mayConnect(protocol, address, settings), address).toBe(false);
        }
      }),
      { numRuns: 20 },
    );
  });

  it.each(["8.8.8.8", "1.1.1.1", "172.32.0.1", "2606:4700::1111", "2a00:1450:4009::1"])("allows %s", (address) =>
    expect(mayConnect("https:", address, settings)).toBe(true),
  );

  it("allows loopback addresses over http only, if the settings allow them", () => {
    const local = { allowLocalWebhooks: true };
    for (const address of specialBlocks.flatMap((block) => addressesIn(block, [0.5]))) {
      expect(mayConnect("https:", address, local), address).toBe(false);
      const isLoopback = /^(?:127\.|::1$)/.test(address);
      expect(mayConnect("http:", address, local), address).toBe(isLoopback);
    }
    expect(mayConnect("http:", "8.8.8.8", local)).toBe(false);
  });
});

describe("blockReason", () => {
  const strict = (url: string) => blockReason(new URL(url), settings);

  it.each(["http://shop.example/", "ftp://shop.example/", "ws://shop.example/", "file:///etc/hosts"])(
    "refuses %s",
    (url) => expect(strict(url)).toBe("only https may be called"),
  );
});
