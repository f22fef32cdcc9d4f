import { createHash } from "node:crypto";
import { type FileHandle, mkdtemp, open, rmdir, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const IN_MEMORY = 4 << 20;
const PIECE = 1 << 16;

/** A body that has wholly arrived, so that a slow sender holds no transaction open. Close it. */
export interface Spool {
  size: number;
  /** SHA-256 of the bytes. */
  digest: Buffer;
  /** By BOM, else by whether the bytes are UTF-8 (contract §3, Formats): a label that TextDecoder takes. */
  encoding: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";
  /** The text, in pieces; can be read more than once. */
  text(): AsyncGenerator<string>;
  close(): Promise<void>;
}

/** A file that has no name any more: it is gone with the process, however that ends. */
async function openNameless(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), "highstreet-"));
  const path = join(folder, "spool");
  const file = await open(path, "w+", 0o600);
  await unlink(path);
  await rmdir(folder);
  return file;
}

function encodingOf(head: Uint8Array, isUtf8: boolean): Spool["encoding"] {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  return isUtf8 ? "utf-8" : "windows-1252";
}

/** Whether bytes that come in pieces are UTF-8. */
class Utf8Check {
  #decoder = new TextDecoder("utf-8", { fatal: true });
  valid = true;

  add(bytes?: Uint8Array): void {
    if (!this.valid) return;
    try {
      this.#decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      this.valid = false;
    }
  }
}

/** Receives a body: in memory up to 4 MiB, in a nameless temporary file beyond. Throws what the source throws. */
export async function spool(source: AsyncIterable<Uint8Array>): Promise<Spool> {
  const hash = createHash("sha256");
  const utf8 = new Utf8Check();
  let memory: Uint8Array[] = [];
  let file: FileHandle | undefined;
  let size = 0;
  const close = async (): Promise<void> => file?.close();
  try {
    for await (const piece of source) {
      hash.update(piece);
      utf8.add(piece);
      size += piece.length;
      memory.push(piece);
      if (!file && size > IN_MEMORY) file = await openNameless();
      if (file) {
        await file.appendFile(Buffer.concat(memory));
        memory = [];
      }
    }
  } catch (error) {
    await close();
    throw error;
  }
  utf8.add();

  async function* bytes(): AsyncGenerator<Uint8Array> {
    if (!file) {
      yield* memory;
      return;
    }
    for (let at = 0; at < size; ) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(PIECE), 0, PIECE, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  async function first(): Promise<Uint8Array> {
    for await (const piece of bytes()) if (piece.length > 1) return piece;
    return new Uint8Array();
  }

  const encoding = encodingOf(await first(), utf8.valid);
  return {
    size,
    digest: hash.digest(),
    encoding,
    close,
    async *text() {
      const decoder = new TextDecoder(encoding);
      for await (const piece of bytes()) yield decoder.decode(piece, { stream: true });
      yield decoder.decode();
    },
  };
}
