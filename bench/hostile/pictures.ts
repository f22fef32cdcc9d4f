/** Hostile pictures, and their upload. */
import { randomBytes } from "node:crypto";
import { pngOf } from "@highstreet/telemetry/testing/png";
import type { HostileCase } from "./arena.ts";

const MiB = 1 << 20;
const jpeg = Buffer.from("ffd8ffe000104a46494600010100000100010000", "hex");

const pictures: [name: string, make: () => Buffer][] = [
  ["a PNG of 400 megapixels in 400 KB", () => pngOf(20_000, 20_000)],
  ["a PNG of 25 megapixels of noise in its header alone", () => pngOf(5_000, 5_000).subarray(0, 20_000)],
  ["a PNG of 25 megapixels", () => pngOf(5_000, 5_000)],
  ["a JPEG of 10 MiB of noise", () => Buffer.concat([jpeg, randomBytes(10 * MiB - jpeg.length)])],
  ["an SVG that names itself a million times", () => Buffer.from(`<svg>${'<use href="#a"/>'.repeat(600_000)}</svg>`)],
];

export const pictureCases: HostileCase[] = pictures.map(([name, make]) => ({
  name: `picture, ${name}`,
  prepare: async ({ origin, world }) => {
    const { retailerId, storeId } = await world.newStore();
    const headers = { authorization: `Bearer ${world.key}` };
    const body = new Uint8Array(make());
    const put = (path: string, method: string, sent: string | Uint8Array<ArrayBuffer>, type: string) =>
      fetch(`${origin}/retailers/${retailerId}/${path}`, {
        method,
        headers: { ...headers, "content-type": type },
        body: sent,
      });
    const line = JSON.stringify([{ barcode: "mug", title: "Mug", price: 1, quantity: 1 }]);
    await put(`stores/${storeId}/inventory/stock`, "PATCH", line, "application/json");
    return async () => {
      const answer = await put("inventory/mug/image", "PUT", body, "image/jpeg");
      const { code = "edited" } = (await answer.json()) as { code?: string };
      return `${answer.status} ${code}`;
    };
  },
}));
