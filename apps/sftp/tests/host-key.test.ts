import { randomBytes } from "node:crypto";
import ssh2 from "ssh2";
import { expect, test } from "vitest";
import { deriveHostKey } from "../src/host-key.ts";

const newKey = () => randomBytes(32).toString("base64");
const publicKeyOf = (pem: string): string => {
  const key = ssh2.utils.parseKey(pem);
  if (key instanceof Error) throw key;
  expect(key.type).toBe("ecdsa-sha2-nistp256");
  return key.getPublicSSH().toString("base64");
};

test("all processes with the same first key of the ring present one host key", () => {
  const [first, second] = [newKey(), newKey()];
  const derived = publicKeyOf(deriveHostKey(first));
  expect(publicKeyOf(deriveHostKey(`${first}, ${second}`))).toBe(derived);
  expect(publicKeyOf(deriveHostKey(`${second},${first}`))).not.toBe(derived);
});

test("the host key of a ring never changes", () => {
  expect(publicKeyOf(deriveHostKey(Buffer.alloc(32, 7).toString("base64")))).toMatchInlineSnapshot(
    `"AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBJsD/hB552Jo1eploRwrOyPsmnnO7IaeSpSBOGw/fItVOpS/RiRgRCSRHOx21fj1UZ6Lon2+slDVuLcuYKVDFAo="`,
  );
});

test("every ring gives a key that signs", () => {
  for (let n = 0; n < 300; n++) {
    const key = ssh2.utils.parseKey(deriveHostKey(newKey()));
    if (key instanceof Error) throw key;
    const signature = key.sign("text") as unknown as Buffer;
    expect(key.verify("text", signature)).toBe(true);
  }
});
