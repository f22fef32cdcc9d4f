import { pngOf } from "@highstreet/telemetry/testing/png";
import { afterAll, expect, test } from "vitest";
import { startRest } from "./start-rest.ts";

const rest = await startRest({}, { settings: { publicUrl: "https://api.highstreet.example" } });
afterAll(() => rest.close());
const { ids } = await rest.t.store((await rest.t.retailer()).id);
const all = `/v1/retailers/${ids.retailerId}/inventory/mug`;
const body = [{ barcode: "mug", title: "Mug", price: 1, quantity: 2 }];
await rest.call("PATCH", `/v1/retailers/${ids.retailerId}/stores/${ids.storeId}/inventory/stock`, { body });

const put = (shade: number, { url = `${all}/image`, headers = {} } = {}) =>
  rest.call("PUT", url, { body: pngOf(100, 100, shade), headers: { "content-type": "image/png", ...headers } });
const get = (path: string, method = "GET") => rest.call(method, path, { key: null });

test("anybody can load a picture that was sent, from any page and for ever", async () => {
  const answer = await put(1);
  expect([answer.statusCode, answer.headers.etag]).toEqual([200, '"1"']);
  const path = new URL(answer.json().image[0]).pathname;
  const picture = await get(path);
  expect([picture.statusCode, picture.headers]).toMatchObject([
    200,
    {
      "content-type": "image/webp",
      "cache-control": "public, max-age=31536000, immutable",
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    },
  ]);
  expect(picture.rawPayload.toString("latin1", 8, 12)).toBe("WEBP");
  expect((await get(path, "HEAD")).statusCode).toBe(200);
  for (const wrong of [
    path.replace(/.{5}\.webp$/, "aaaaa.webp"),
    path.replace(".webp", ""),
    path.replace(/[^/]+$/, ""),
    "/pictures",
    path.replace(ids.retailerId, ids.storeId),
    `/pictures/${ids.retailerId}/..%2F..%2Fhealthz.webp`,
  ])
    expect([wrong, (await get(wrong)).statusCode]).toEqual([wrong, 404]);
});

test("a dry run and an old version store nothing", async () => {
  const count = () => rest.t.ctx.db.prisma.picture.count({ where: { retailerId: ids.retailerId } });
  const before = await count();
  const dry = await put(2, { url: `${all}/image?dryRun=true` });
  expect([dry.statusCode, dry.json().response.image.length]).toEqual([200, 1]);
  expect((await put(3, { headers: { "if-match": '"99"' } })).statusCode).toBe(412);
  const large = await rest.call("PUT", `${all}/image`, { body: Buffer.alloc((10 << 20) + 1) });
  expect([large.statusCode, large.json().code]).toEqual([413, "PayloadTooLarge"]);
  expect(await count()).toBe(before);
});
