import { createReadStream } from "node:fs";
import { appendFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { feedSpace } from "../../../core/feeds/index.ts";

/** For one store. */
const MAX_KEPT_CHARACTERS = 1 << 16;
/** After this many lines other work of the process has its turn. */
const LINES_EACH = 1_000;
const FOLDERS = "highstreet-connection-";

interface Lines {
  kept: string;
  count: number;
}

function isWorker(pid: number): boolean {
  try {
    return pid > 0 && pid !== process.pid && process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Removes the files of killed workers. Only for the start: this process must have none yet. */
export async function sweepLocationFiles(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(FOLDERS) || isWorker(Number(name.slice(FOLDERS.length).split("-")[0]))) continue;
    // Another user's folder stays.
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Stock lines as NDJSON in files, so that memory does not grow with the shop. They use the space for feeds of the partner. */
export class LocationFiles {
  readonly #folder: string;
  readonly #lines = new Map<string, Lines>();
  readonly #space: Awaited<ReturnType<typeof feedSpace>>;
  #added = 0;

  private constructor(folder: string, space: Awaited<ReturnType<typeof feedSpace>>) {
    this.#folder = folder;
    this.#space = space;
  }

  /** @param owner the partner. @throws RateLimited, Unavailable */
  static async open(owner: string): Promise<LocationFiles> {
    const space = await feedSpace(owner);
    return new LocationFiles(await mkdtemp(join(tmpdir(), `${FOLDERS}${process.pid}-`)), space);
  }

  /** @throws RateLimited, Unavailable */
  async add(storeId: string, line: string): Promise<void> {
    const lines = this.#lines.get(storeId) ?? { kept: "", count: 0 };
    this.#lines.set(storeId, lines);
    lines.kept += `${line}\n`;
    lines.count++;
    if (++this.#added % LINES_EACH === 0) await setImmediate();
    if (lines.kept.length > MAX_KEPT_CHARACTERS) await this.#write(storeId, lines);
  }

  count(storeId: string): number {
    return this.#lines.get(storeId)?.count ?? 0;
  }

  async read(storeId: string): Promise<AsyncIterable<Uint8Array>> {
    await this.#write(storeId, this.#lines.get(storeId) ?? { kept: "", count: 0 });
    return createReadStream(this.#path(storeId)) as AsyncIterable<Uint8Array>;
  }

  async close(): Promise<void> {
    this.#space.leave();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #write(storeId: string, lines: Lines): Promise<void> {
    const { kept } = lines;
    lines.kept = "";
    await this.#space.grow(Buffer.byteLength(kept));
    await appendFile(this.#path(storeId), kept);
  }

  #path(storeId: string): string {
    return join(this.#folder, storeId);
  }
}
