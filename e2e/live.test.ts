import { connect, createServer, type Socket } from "node:net";
import { expect, type Page, type Request } from "@playwright/test";
import { pathAt, rest, test } from "./demo.ts";

const STREAM = /\/api\/trpc\/events\.changes/;
/** A store of these tests, because items cannot be removed from the demo stores. */
let storeId = "";
let stock = "";
let count = 0;

test.beforeAll(async () => {
  const address = { address: "1 High Street", postcode: "BA1 1AA", city: "Bath", country: "GB" };
  storeId = (await rest<{ id: string }>("POST", "/stores", { name: "Bath", ...address })).id;
  stock = `/stores/${storeId}/inventory/stock`;
});
test.afterAll(() => rest("DELETE", `/stores/${storeId}`));

/** A till sends a product that no shop has yet. @returns its barcode */
async function sellNew(): Promise<string> {
  const barcode = `live-${Date.now()}-${count++}`;
  await rest("PATCH", stock, [{ barcode, price: 4.5, quantity: 5 }]);
  return barcode;
}

/** The streams that a page opens. */
function streamsOf(page: Page): string[] {
  const streams: string[] = [];
  page.on("request", (request) => {
    if (STREAM.test(request.url())) streams.push(request.url());
  });
  return streams;
}

const found = (page: Page, barcode: string) => page.getByRole("main").getByText(barcode, { exact: true }).first();

const price = (page: Page, text: string) => page.getByRole("cell", { name: text, exact: true });

async function search(page: Page, text: string): Promise<void> {
  await page.goto(`${pathAt("products", storeId)}&q=${text}`);
  await expect(page.getByRole("heading", { name: "Products" })).toBeVisible();
}

test("a change through the API appears in an open page without a reload", async ({ page, signIn }) => {
  await signIn("viewer");
  const barcode = await sellNew();
  await search(page, barcode);
  await expect(found(page, barcode)).toBeVisible();
  await expect(price(page, "£4.50")).toBeVisible();
  await rest("PATCH", stock, [{ barcode, price: 7.25, quantity: 5 }]);
  await expect(price(page, "£7.25")).toBeVisible();
});

test("a store added through the API appears in the frame of an open page", async ({ page, signIn }) => {
  await signIn("viewer");
  await search(page, "nothing");
  await page.getByRole("button", { name: /Bath/ }).first().click();
  const option = page.getByRole("option", { name: /Wells/ });
  await expect(page.getByRole("option", { name: /Carnaby Street/ })).toBeVisible();
  await expect(option).toBeHidden();
  const address = { address: "1 Market Place", postcode: "BA5 2RB", city: "Wells", country: "GB" };
  const { id } = await rest<{ id: string }>("POST", "/stores", { name: "Wells", ...address });
  await expect(option).toBeVisible();
  await rest("DELETE", `/stores/${id}`);
  await expect(option).toBeHidden();
});

/** Hides the tab, or shows it again, as a browser does for a person who changes tabs. */
const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    },
    isHidden ? "hidden" : "visible",
  );

test("a hidden tab closes its stream, and shows what changed in between when it is visible again", async ({
  page,
  signIn,
}) => {
  await signIn("viewer");
  const barcode = await sellNew();
  const open = new Set<Request>();
  page.on("request", (request) => {
    if (STREAM.test(request.url())) open.add(request);
  });
  page.on("requestfailed", (request) => void open.delete(request));
  page.on("requestfinished", (request) => void open.delete(request));
  await search(page, barcode);
  await expect(found(page, barcode)).toBeVisible();
  await expect.poll(() => open.size).toBe(1);
  await setHidden(page, true);
  await expect.poll(() => open.size).toBe(0);
  await rest("PATCH", stock, [{ barcode, price: 7.25, quantity: 5 }]);
  await setHidden(page, false);
  await expect(price(page, "£7.25")).toBeVisible();
  await expect.poll(() => open.size).toBe(1);
});

/** A connection to the console that can be cut. */
async function startCable(target: URL) {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) return near.destroy();
    const far = connect(Number(target.port), target.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on("error", () => other.destroy()).on("close", () => other.destroy());
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  return {
    url: `http://localhost:${port}`,
    cut,
    restore: () => {
      isCut = false;
    },
    close: () => {
      cut();
      server.close();
    },
  };
}

test("after a lost connection the page shows what changed in between, without a reload", async ({
  page,
  signIn,
  baseURL,
}) => {
  await signIn("viewer");
  const cable = await startCable(new URL(baseURL ?? ""));
  try {
    const barcode = await sellNew();
    const streams = streamsOf(page);
    await page.goto(`${cable.url}${pathAt("products", storeId)}&q=${barcode}`);
    await expect(found(page, barcode)).toBeVisible();
    await expect.poll(() => streams.filter((url) => url.startsWith(cable.url)).length).toBe(1);
    cable.cut();
    await rest("PATCH", stock, [{ barcode, price: 7.25, quantity: 5 }]);
    await expect(page.getByRole("status").getByText("New changes do not appear")).toBeVisible({ timeout: 30_000 });
    cable.restore();
    await expect(price(page, "£7.25")).toBeVisible({ timeout: 40_000 });
    await expect(page.getByRole("status").getByText("New changes do not appear")).toBeHidden();
  } finally {
    cable.close();
  }
});
