import { textTooLong, tooManyTexts, workbookTooComplex } from "../feed-error.ts";
import { LONGEST_RECORD } from "../lines/feed-line.ts";
import { readXml } from "./read-xml.ts";

const spelledOut = /_x([0-9A-Fa-f]{4})_/g;

/** Collects the text of a cell from its `t` tags, without the pronunciation (`rPh`). */
export class RichText {
  #text = "";
  #isText = false;
  #isPhonetic = false;

  clear(): void {
    this.#text = "";
  }

  open(name: string): void {
    if (name === "t") this.#isText = true;
    if (name === "rPh") this.#isPhonetic = true;
  }

  /** @throws PayloadTooLarge */
  add(piece: string): void {
    if (!this.#isText || this.#isPhonetic) return;
    this.#text += piece;
    if (this.#text.length > LONGEST_RECORD) throw textTooLong(LONGEST_RECORD);
  }

  close(name: string): void {
    if (name === "t") this.#isText = false;
    if (name === "rPh") this.#isPhonetic = false;
  }

  /** Decodes characters such as `_x000D_`, which XML cannot contain directly. */
  get value(): string {
    return this.#text.replace(spelledOut, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  }
}

/** Maximum bytes and maximum number of a workbook's texts in memory. */
const MOST_BYTES = 64 << 20;
const MOST_TEXTS = 8_000_000;
/** Maximum bytes of shared texts in all cells together, because many cells can use one long text. */
const MOST_TAKEN = 256 << 20;

/** The texts of a workbook, stored as bytes. A million strings would take four times the memory. */
export class SharedStrings {
  #bytes = Buffer.allocUnsafeSlow(1 << 16);
  #ends = new Uint32Array(1 << 12);
  #count = 0;
  #taken = 0;

  add(text: string): void {
    const start = this.#endOf(this.#count - 1);
    const length = Buffer.byteLength(text);
    if (start + length > MOST_BYTES || this.#count === MOST_TEXTS) {
      throw tooManyTexts();
    }
    if (start + length > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(MOST_BYTES, 2 * (start + length)));
      this.#bytes.copy(larger, 0, 0, start);
      this.#bytes = larger;
    }
    if (this.#count === this.#ends.length) {
      const more = new Uint32Array(2 * this.#count);
      more.set(this.#ends);
      this.#ends = more;
    }
    this.#bytes.write(text, start);
    this.#ends[this.#count++] = start + length;
  }

  #endOf(index: number): number {
    return index < 0 ? 0 : (this.#ends[index] ?? 0);
  }

  /** The text at an index from 0; undefined for a missing text. @throws FeedTooComplex */
  at(index: number): string | undefined {
    if (!(index >= 0 && index < this.#count)) return undefined;
    const [start, end] = [this.#endOf(index - 1), this.#endOf(index)];
    this.#taken += end - start;
    if (this.#taken > MOST_TAKEN) throw workbookTooComplex("long texts in too many cells");
    return this.#bytes.toString("utf8", start, end);
  }
}

/** Reads a workbook's part of shared texts. @throws PayloadTooLarge, UnrecognisedFeed */
export async function readSharedStrings(part: AsyncIterable<Uint8Array>): Promise<SharedStrings> {
  const strings = new SharedStrings();
  const text = new RichText();
  const steps = readXml(part, {
    open(name) {
      if (name === "si") text.clear();
      text.open(name);
    },
    text: (piece) => text.add(piece),
    close(name) {
      text.close(name);
      if (name === "si") strings.add(text.value);
    },
  });
  for await (const _ of steps);
  return strings;
}
