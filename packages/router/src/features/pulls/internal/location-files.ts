import { createReadStream } from "node:fs";
import { appendFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Characters that are kept in memory for one store. */
const KEPT = 1 << 16;

interface Lines {
  kept: string;
  count: number;
}

/** Stock lines of several stores as NDJSON. They are kept in files, so that memory does not grow with the shop. */
export class LocationFiles {
  readonly #folder: string;
  readonly #lines = new Map<string, Lines>();

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async open(): Promise<LocationFiles> {
    return new LocationFiles(await mkdtemp(join(tmpdir(), "highstreet-connection-")));
  }

  async add(storeId: string, line: object): Promise<void> {
    const lines = this.#lines.get(storeId) ?? { kept: "", count: 0 };
    this.#lines.set(storeId, lines);
    lines.kept += `${JSON.stringify(line)}\n`;
    lines.count++;
    if (lines.kept.length > KEPT) await this.#write(storeId, lines);
  }

  count(storeId: string): number {
    return this.#lines.get(storeId)?.count ?? 0;
  }

  /** The file of a store with at least one line. */
  async read(storeId: string): Promise<AsyncIterable<Uint8Array>> {
    await this.#write(storeId, this.#lines.get(storeId) ?? { kept: "", count: 0 });
    return createReadStream(this.#path(storeId)) as AsyncIterable<Uint8Array>;
  }

  async close(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #write(storeId: string, lines: Lines): Promise<void> {
    const { kept } = lines;
    lines.kept = "";
    await appendFile(this.#path(storeId), kept);
  }

  #path(storeId: string): string {
    return join(this.#folder, storeId);
  }
}
