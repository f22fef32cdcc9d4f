import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { createRateLimit } from "@highstreet/router";
import { pino } from "pino";
import { Client, type ConnectConfig, type SFTPWrapper } from "ssh2";
import { PUBLIC_URL, startRest, type TestRest } from "../../rest/tests/start-rest.ts";
import { createGateway, type GatewayLimits } from "../src/gateway.ts";
import { deriveHostKey } from "../src/host-key.ts";
import { createUploadCalls } from "../src/upload-calls.ts";

export interface Till {
  client: Client;
  sftp: SFTPWrapper;
  open(path: string, flags?: string): Promise<Buffer>;
  write(handle: Buffer, text: string, offset?: number): Promise<void>;
  close(handle: Buffer): Promise<void>;
  /** Opens, writes and closes a file. */
  put(path: string, text: string): Promise<void>;
  read(path: string): Promise<string>;
  list(): Promise<string[]>;
  /** Ends without a close of the file. */
  drop(): Promise<void>;
}

/** Waits for the end of a connection. */
export function closeOf(client: Client): Promise<void> {
  return new Promise((resolve) => client.once("close", () => resolve()));
}

/**
 * The gateway and a REST server, over a database of the test's own.
 * @param calls calls per second of a key, and of unknown keys
 */
export async function startGateway(limits: Partial<GatewayLimits> = {}, calls: { ofKey?: number; open?: number } = {}) {
  const rest: TestRest = await startRest();
  const { ctx } = rest.t;
  const { actor: _actor, requestId: _requestId, ...context } = ctx;
  // The clock does not advance, so all calls and connections of a test are in one second.
  const many = 10_000_000;
  const logs: string[] = [];
  const log = pino({ level: "info" }, { write: (line: string) => void logs.push(line) });
  const hostKey = deriveHostKey(Buffer.alloc(32, 7).toString("base64"));
  const gateway = createGateway({
    hostKey,
    uploads: createUploadCalls({
      context,
      rateLimit: createRateLimit(calls.ofKey ?? many, ctx.now),
      openLimit: createRateLimit(calls.open ?? many, ctx.now),
      docs: `${PUBLIC_URL}/docs/errors`,
    }),
    ...{ now: ctx.now, log },
    limits: { perSecond: many, ...limits },
  });
  await once(gateway.server.listen(0, "127.0.0.1"), "listening");
  const { port } = gateway.server.address() as AddressInfo;

  /** A connection that has signed in. @throws the error of the client */
  async function connect(password: string, config: ConnectConfig = {}): Promise<Client> {
    const client = new Client();
    // A cut connection is an error of the client, which the test sees by other means.
    const failed = new Promise<never>((_, reject) => client.on("error", reject));
    failed.catch(() => undefined);
    client.connect({ host: "127.0.0.1", port, username: "store", password, ...config });
    await Promise.race([once(client, "ready"), failed]);
    return client;
  }

  async function till(password: string): Promise<Till> {
    const client = await connect(password);
    const closed = closeOf(client);
    const sftp = await promisify(
      client.sftp.bind(client) as (done: (e: Error | undefined, s: SFTPWrapper) => void) => void,
    )();
    const open = (path: string, flags = "w") =>
      new Promise<Buffer>((resolve, reject) =>
        sftp.open(path, flags as "w", (error, handle) => (error ? reject(error) : resolve(handle))),
      );
    const write = (handle: Buffer, text: string, offset = 0) =>
      new Promise<void>((resolve, reject) =>
        sftp.write(handle, Buffer.from(text), 0, Buffer.byteLength(text), offset, (error) =>
          error ? reject(error) : resolve(),
        ),
      );
    const close = (handle: Buffer) =>
      new Promise<void>((resolve, reject) => sftp.close(handle, (error) => (error ? reject(error) : resolve())));
    return {
      ...{ client, sftp, open, write, close },
      put: async (path, text) => {
        const handle = await open(path);
        if (text) await write(handle, text);
        await close(handle);
      },
      read: (path) =>
        new Promise((resolve, reject) =>
          sftp.readFile(path, "utf8", (error, text) => (error ? reject(error) : resolve(String(text)))),
        ),
      list: () =>
        new Promise((resolve, reject) =>
          sftp.readdir("/", (error, list) => (error ? reject(error) : resolve(list.map(({ filename }) => filename)))),
        ),
      drop: async () => {
        client.destroy();
        await closed;
      },
    };
  }

  /** A new store with an upload key. */
  async function newStore(parameters: object = {}) {
    const { ids } = await rest.t.store((await rest.t.retailer()).id);
    const inventory = `/v1/retailers/${ids.retailerId}/stores/${ids.storeId}/inventory`;
    const renewKey = async (): Promise<string> => {
      const body = { provider: "csv-upload", parameters };
      const made = await rest.json<{ nextSteps: { uploadKey: string } }>("POST", inventory, { body });
      return made.nextSteps.uploadKey;
    };
    const shelf = async (): Promise<[string, number][]> => {
      const { data } = await rest.json<{ data: { barcode: string; quantity: number }[] }>("GET", `${inventory}/items`);
      return data.map(({ barcode, quantity }) => [barcode, quantity]);
    };
    const ingests = async () =>
      (await rest.json<{ data: Record<string, unknown>[] }>("GET", `${inventory}/ingests`)).data;
    return { ids, inventory, renewKey, shelf, ingests, key: await renewKey() };
  }

  return {
    ...{ rest, gateway, port, logs, connect, till, newStore },
    close: async () => {
      gateway.cut();
      await gateway.close();
      await rest.close();
    },
  };
}
