import { createCaller } from "@highstreet/router";
import { checkPictures } from "@highstreet/router/features/pictures/index.ts";
import { createTestContext } from "@highstreet/router/testing";
import { canary } from "@highstreet/telemetry/testing";
import { pngOf } from "@highstreet/telemetry/testing/png";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FeedFetcher } from "../src/feed-fetcher.ts";
import { pictureTrier } from "../src/try-picture.ts";
import { type Answer, startFeedServer } from "./feed-server.ts";

const settings = { allowLocalWebhooks: true };
const DAY = 24 * 3_600_000;
const t = await createTestContext({ settings });
const fetcher = new FeedFetcher(settings);
let server: Awaited<ReturnType<typeof startFeedServer>>;
beforeAll(async () => {
  server = await startFeedServer();
});
afterAll(async () => {
  fetcher.close();
  await server.close();
  await t.close();
});

const png = pngOf(100, 100, 10);
const html = { "content-type": "text/html" };
const answers: Record<string, Answer> = {
  "/fine.png": (_, response) => response.writeHead(200).end(png),
  "/moved.png": (_, response) => response.writeHead(302, { location: "/fine.png" }).end(),
  "/away.png": (_, response) => response.writeHead(302, { location: "http://10.0.0.1/a.png" }).end(),
  "/gone.png": (_, response) => response.writeHead(404, html).end("<h1>Not found</h1>"),
  "/page.png": (_, response) => response.writeHead(200, html).end("<!doctype html><title>Shop</title>"),
  "/down.png": (_, response) => response.writeHead(503).end(),
  "/slow.png": (_, response) => response.writeHead(200).write("\x89PNG", "latin1"),
  "/cut.png": (request) => request.socket.destroy(),
  "/endless": (_, response) => {
    response.writeHead(200);
    const fill = () => {
      while (response.write(Buffer.alloc(65_536)));
    };
    response.on("drain", fill);
    fill();
  },
};
const serve = () =>
  server.answerWith((request, response) => {
    asked.push(request.url ?? "");
    answers[request.url ?? ""]?.(request, response);
  });
let asked: string[] = [];

test("the first bytes of an answer show whether an address brings a picture, in bounded bytes and time", async () => {
  serve();
  const at = (path: string) => server.url.replace("/stock.csv", path);
  const tryPicture = pictureTrier(fetcher, settings, 1_000);
  const states = async (...urls: string[]) => Promise.all(urls.map(tryPicture));
  expect(await states(at("/fine.png"), at("/moved.png"))).toEqual(["loads", "loads"]);
  expect(await states(at("/gone.png"), at("/page.png"), at("/endless"))).toEqual(["broken", "broken", "broken"]);
  expect(await states(at("/down.png"), at("/slow.png"), at("/cut.png"))).toEqual(Array(3).fill("no_answer"));
  expect(await states(at("/away.png"))).toEqual(["no_answer"]);
  await expect.poll(server.connections).toBe(0);
});

test("a private address is not called, a strange port neither, and plain http counts as loading", async () => {
  const strict = pictureTrier(new FeedFetcher({ allowLocalWebhooks: false }), { allowLocalWebhooks: false });
  asked = [];
  const urls = [server.url, "https://10.0.0.1/a.png", "https://93.184.216.34:22/a.png", "nothing"];
  expect(await Promise.all(urls.map(strict))).toEqual(Array(4).fill("broken"));
  expect(await strict("http://shop.example/a.png")).toBe("loads");
  expect(asked).toEqual([]);
});

test("a picture that does not load is a task and a mark until it loads again, and a host has one visit a day", async () => {
  serve();
  const api = createCaller(t.ctx);
  const { ids } = await t.store((await t.retailer()).id);
  const { retailerId } = ids;
  const pictures = { mug: "/gone.png", pen: "/fine.png", cup: "/down.png", jug: "/gone.png?hidden" };
  const body = Object.keys(pictures).map((barcode) => ({ barcode, title: barcode, price: 1, quantity: 1 }));
  await api.inventory.patchStock({ ...ids, body });
  for (const [barcode, path] of Object.entries(pictures)) {
    const image = [server.url.replace("/stock.csv", path)];
    await api.customizations.edit({ retailerId, barcode, body: { image, ...(barcode === "jug" && { hidden: true }) } });
  }
  const visit = async () => {
    asked = [];
    await checkPictures(t.asSystem(), pictureTrier(fetcher, settings));
    return asked.toSorted();
  };
  const found = async () => {
    const { data } = await api.overview.tasks({ retailerId });
    const filter = { storeId: ids.storeId, brokenPicture: true };
    const { data: listed } = await api.inventory.findProducts({ retailerId, filter });
    const [task] = data.filter(({ kind }) => kind === "pictures_broken");
    return [task?.count, task?.store.id, ...listed.map(({ barcode }) => barcode)];
  };
  const marked = async (barcode: string) => (await api.inventory.getProduct({ retailerId, barcode })).brokenImages;

  expect(await visit()).toEqual([]);
  t.advance(DAY);
  const parameters = { webhookUrl: "https://93.184.216.34/", secret: canary("webhook") };
  await api.channels.enable({ ...ids, body: { type: "webhooks", parameters } });
  await t.ctx.db.prisma.channel.updateMany({ where: ids, data: { status: "connected" } });
  expect(await visit()).toEqual(["/down.png", "/fine.png", "/gone.png"]);
  expect(await found()).toEqual([1, ids.storeId, "mug"]);
  expect([await marked("mug"), await marked("pen")]).toEqual([[server.url.replace("/stock.csv", "/gone.png")], []]);
  expect(await visit()).toEqual([]);
  // No answer on two days is certain.
  t.advance(DAY);
  await visit();
  expect(await found()).toEqual([2, ids.storeId, "cup", "mug"]);
  // Another picture ends the mark at once, and a picture that loads again at the next visit.
  await api.customizations.edit({ retailerId, barcode: "mug", body: { image: [server.url] } });
  expect(await found()).toEqual([1, ids.storeId, "cup"]);
  answers["/down.png"] = answers["/stock.csv"] = answers["/fine.png"] ?? (() => undefined);
  t.advance(DAY);
  expect(await visit()).toEqual(["/down.png", "/fine.png", "/stock.csv"]);
  expect(await found()).toEqual([undefined, undefined]);
});

test("a picture for search is visited and counts as another of the product, and each channel has its own", async () => {
  serve();
  const api = createCaller(t.ctx);
  const { ids } = await t.store((await t.retailer()).id);
  const at = (path: string) => server.url.replace("/stock.csv", path);
  await api.inventory.patchStock({ ...ids, body: [{ barcode: "mug", title: "Mug", price: 1, quantity: 1 }] });
  const body = { image: [at("/fine.png?plain")], for: { search: { image: [at("/gone.png?search")] } } };
  await api.customizations.edit({ retailerId: ids.retailerId, barcode: "mug", body });
  answers["/fine.png?plain"] = answers["/fine.png"] ?? (() => undefined);
  answers["/gone.png?search"] = answers["/gone.png"] ?? (() => undefined);
  const times = { statusSince: t.ctx.now(), createdAt: t.ctx.now(), updatedAt: t.ctx.now() };
  const connect = (channel: "search" | "webhooks") =>
    t.ctx.db.prisma.channel.createMany({ data: { ...ids, ...times, channel, status: "connected", warnings: [] } });
  const visit = async () => {
    asked = [];
    t.advance(DAY);
    await checkPictures(t.asSystem(), pictureTrier(fetcher, settings));
    return asked.filter((path) => path.includes("?")).toSorted();
  };
  const found = async () => {
    const { data } = await api.overview.tasks({ retailerId: ids.retailerId });
    const filter = { storeId: ids.storeId, brokenPicture: true };
    const { data: listed } = await api.inventory.findProducts({ retailerId: ids.retailerId, filter });
    const product = await api.inventory.getProduct({ retailerId: ids.retailerId, barcode: "mug" });
    return [data.find(({ kind }) => kind === "pictures_broken")?.count, listed.length, product.brokenImages];
  };
  await connect("webhooks");
  expect([await visit(), await found()]).toEqual([["/fine.png?plain"], [undefined, 0, []]]);
  await connect("search");
  expect(await visit()).toEqual(["/fine.png?plain", "/gone.png?search"]);
  expect(await found()).toEqual([1, 1, [at("/gone.png?search")]]);
  await api.customizations.edit({ retailerId: ids.retailerId, barcode: "mug", body: { for: null } });
  expect(await found()).toEqual([undefined, 0, []]);
});

test("shops of partners take turns, and a visit walks on where the last one ended", async () => {
  const turns: string[] = [];
  const shop = async (partner: typeof t.ctx, name: string, products: number) => {
    const { ids } = await t.store((await t.retailer({}, partner)).id, {}, partner);
    const images = Array.from({ length: products }, (_, n) => ({
      ...{ retailerId: ids.retailerId, itemKey: `${1_000 + n}`, updatedAt: t.ctx.now() },
      images: [`https://${name}.example/${n}.png`],
    }));
    const lines = images.map(({ itemKey }) => ({ barcode: itemKey, price: 1, quantity: 1 }));
    await createCaller(partner).inventory.patchStock({ ...ids, body: lines });
    await t.ctx.db.prisma.product.createMany({ data: images });
    const times = { statusSince: t.ctx.now(), createdAt: t.ctx.now(), updatedAt: t.ctx.now() };
    await t.ctx.db.prisma.channel.createMany({
      data: { ...ids, ...times, channel: "search", status: "connected", warnings: [] },
    });
  };
  const { partnerId } = await t.newPartner();
  await shop(t.ctx, "a", 200);
  await shop(t.ctx, "b", 2);
  await shop(t.asKey({ partnerId }), "c", 2);
  const visit = async () => {
    turns.length = 0;
    t.advance(DAY);
    await checkPictures(t.asSystem(), async (url) => {
      if (!url.startsWith(server.url.slice(0, 16))) turns.push(url);
      return "loads";
    });
    return turns.filter((url) => url.includes("a.example"));
  };
  expect((await visit()).length).toBe(150);
  const hosts = [...new Set(turns.map((url) => new URL(url).hostname[0]))];
  expect(hosts.indexOf("c")).toBeLessThan(2);
  expect((await visit()).map((url) => Number(/\d+/.exec(url)?.[0])).toSorted((x, y) => x - y)[0]).toBe(150);
  expect((await visit()).length).toBe(150);
});
