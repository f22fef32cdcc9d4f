import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { signDelivery } from "@highstreet/delivery";
import { build } from "vite";
import { afterAll, describe, expect, test } from "vitest";
import release from "../../../package.json" with { type: "json" };
import manifest from "../package.json" with { type: "json" };
import { client, installClient } from "./install-client.ts";

const project = installClient();
afterAll(() => project.remove());

const secret = "s3cretS3cretS3cret";
const body = '{"action":"webhook.enabled","data":{}}';
const headers = signDelivery({ storeId: "s", sequence: 1, body, at: new Date() }, [secret]);

/** One script of `code` and the packages that it imports, for a browser. A module of Node is an error. */
async function bundle(code: string): Promise<string> {
  project.write("entry.js", code);
  const result = await build({
    root: project.folder,
    configFile: false,
    logLevel: "silent",
    plugins: [
      {
        name: "no-modules-of-node",
        enforce: "pre",
        resolveId(id) {
          if (isBuiltin(id)) throw new Error(`${id} is a module of Node`);
        },
      },
    ],
    build: { write: false, minify: false, lib: { entry: "entry.js", formats: ["iife"], name: "page" } },
  });
  const [chunk] = [result].flat().flatMap((one) => ("output" in one ? one.output : []));
  return chunk?.type === "chunk" ? chunk.code : "";
}

/** Globals that browsers, Bun, Deno and edge runtimes have. */
const { AbortController, Blob, Headers, Request, Response, TextDecoder, TextEncoder, URL, URLSearchParams } =
  globalThis;
const { atob, clearTimeout, crypto, setTimeout, FormData } = globalThis;
const web = {
  ...{ AbortController, Blob, Headers, Request, Response, TextDecoder, TextEncoder, URL, URLSearchParams },
  ...{ atob, clearTimeout, crypto, setTimeout, FormData },
};

describe("the package", () => {
  test("is bundled for a browser, calls the API there and verifies webhooks", async () => {
    const script = await bundle('export { createHighstreet, verifyWebhook } from "@highstreet/client";');
    const page = runInContext(`${script}; page`, createContext({ ...web })) as typeof import("../src/index.ts");
    const called: string[] = [];
    const highstreet = page.createHighstreet({
      baseUrl: "https://api.highstreet.example",
      apiKey: "hs_1",
      fetch: async (request) => {
        called.push(`${request.method} ${request.url}`);
        return Response.json({ id: "r" });
      },
    });
    const { data } = await highstreet.POST("/retailers", { body: { name: "Shop" } });
    expect([data?.id, called]).toEqual(["r", ["POST https://api.highstreet.example/v1/retailers"]]);
    expect(await page.verifyWebhook(body, headers, secret)).toEqual(JSON.parse(body));
    await expect(page.verifyWebhook(`${body} `, headers, secret)).rejects.toThrow("no signature matches");
  });

  // An ES module and a CommonJS module of a project with the strictest resolution.
  test.each(["partner.mts", "partner.cts"])("has types for %s", (file) => {
    project.write(
      file,
      `import { createHighstreet, HighstreetError, type Schemas, verifyWebhook } from "@highstreet/client";
       const highstreet = createHighstreet({ baseUrl: "", apiKey: "" });
       export async function calls(): Promise<[string | undefined, boolean | null | undefined]> {
         const { data } = await highstreet.GET("/retailers");
         const row: Schemas["Retailer"] | undefined = data?.data[0];
         const path = { retailerId: "r", barcode: "b" };
         const plan = await highstreet.dryRun("PATCH", "/retailers/{retailerId}/inventory/{barcode}", { params: { path }, body: { hidden: true } });
         // @ts-expect-error: the answer of the call has no such member
         plan.data?.response.hiden;
         const event = await verifyWebhook("", {}, "");
         if (event.action === "inventory.update") return [event.data.barcode, undefined];
         return [row?.name, plan.data?.response.hidden];
       }
       export const isOurs = (error: unknown) => error instanceof HighstreetError && error.problem.code;
      `,
    );
    expect(
      project.typecheck(file, "--module", "node16", "--skipLibCheck", "false", "--exactOptionalPropertyTypes"),
    ).toBe("");
  });

  test("has a program, which explains itself", () => {
    const program = join(project.folder, "node_modules/@highstreet/client", manifest.bin.highstreet);
    const { stdout, stderr } = spawnSync(process.execPath, [program, "--help"], { encoding: "utf8" });
    expect([stdout, stderr]).toEqual([expect.stringContaining("highstreet listen --key"), ""]);
    expect(readFileSync(program, "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/);
  });

  test("is loaded by require() as CommonJS", () => {
    project.write(
      "partner.cjs",
      `const { createHighstreet, verifyWebhook } = require("@highstreet/client");
       createHighstreet({ baseUrl: "https://api.highstreet.example", apiKey: "hs_1" });
       verifyWebhook(${JSON.stringify(body)}, ${JSON.stringify(headers)}, "${secret}").then(({ action }) => console.log(action));`,
    );
    // Node before 20.19 cannot load ES modules by require().
    const args = ["--no-experimental-require-module", join(project.folder, "partner.cjs")];
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
    expect([stdout, stderr]).toEqual(["webhook.enabled\n", ""]);
  });
});

describe("what npm packs", () => {
  test("exports its own version, which is that of the service", async () => {
    const { version } = await import("../src/index.ts");
    expect([version, manifest.version]).toEqual([release.version, release.version]);
  });

  test("says where it comes from, as npm's provenance needs it", () => {
    const { repository, license, files, publishConfig } = manifest;
    expect({ license, files, publishConfig }).toEqual({
      ...{ license: "MIT", files: ["dist"], publishConfig: { access: "public", provenance: true } },
    });
    expect(repository).toMatchObject({
      type: "git",
      directory: "packages/client",
      url: expect.stringMatching(/^git\+/),
    });
  });

  test("has the license of the repository", () => {
    const license = readFileSync(join(client, "LICENSE"), "utf8");
    expect(license).toBe(readFileSync(join(client, "../../LICENSE"), "utf8"));
  });

  test("has a README with links that work outside of the repository", () => {
    const home = manifest.homepage.replace("packages/client/README.md", "");
    const readme = readFileSync(join(client, "README.md"), "utf8");
    const links = [...readme.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link]) => link ?? []);
    const own = links.filter((link) => !link.startsWith("https://openapi-ts.dev/"));
    expect(own.filter((link) => !link.startsWith(home))).toEqual([]);
    const files = own.map((link) => join(client, "../..", link.slice(home.length)));
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  });
});
