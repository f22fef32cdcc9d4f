import { SaxesParser } from "saxes";
import { brokenZip, textTooLong, tooManyTexts, workbookTooComplex } from "../feed-error.ts";
import { MAX_RECORD_BYTES } from "../lines/feed-line.ts";

const MAX_DEPTH = 100;

/** Names have no prefix. */
export interface XmlSink {
  open?(name: string, attributes: Record<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
}

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/** Reads XML in pieces. After each piece the sink has its content. Memory is bounded. @throws UnrecognisedFeed, PayloadTooLarge */
export async function* readXml(pieces: AsyncIterable<Uint8Array>, sink: XmlSink): AsyncGenerator<void> {
  const parser = new SaxesParser();
  const decoder = new TextDecoder();
  let depth = 0;
  /** Bytes since the end of the last complete token. The parser keeps incomplete tokens in memory. */
  let kept = 0;
  const isWhole = (): void => {
    kept = 0;
  };
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    isWhole();
    depth++;
    if (depth > MAX_DEPTH) throw new Error("its tags are nested too deep");
    sink.open?.(localName(name), attributes);
  });
  const takeText = (text: string): void => {
    isWhole();
    sink.text?.(text);
  };
  parser.on("text", takeText);
  parser.on("cdata", takeText);
  parser.on("comment", isWhole);
  parser.on("processinginstruction", isWhole);
  parser.on("closetag", ({ name }) => {
    isWhole();
    depth--;
    sink.close?.(localName(name));
  });
  try {
    for await (const piece of pieces) {
      kept += piece.length;
      if (kept > MAX_RECORD_BYTES) throw textTooLong(MAX_RECORD_BYTES);
      parser.write(decoder.decode(piece, { stream: true }));
      yield;
    }
    parser.write(decoder.decode()).close();
    yield;
  } catch (error) {
    throw brokenZip(error);
  }
}

const spelledOut = /_x([0-9A-Fa-f]{4})_/g;

/** Whether a property such as `<strike val="0"/>` is on. */
export const isOn = (val: string | undefined): boolean => val !== "0" && val !== "false";

/** In front of a text. Interchanged texts have no such characters. */
export const STRUCK = "\uFDD0";
export const RAISED = "\uFDD1";

/**
 * Collects the text of a cell from its `t` tags, without the pronunciation (`rPh`) and without what is struck through. The text begins with
 * a mark if all of it is struck through, or if digits are raised or lowered.
 */
export class RichText {
  #text = "";
  #isText = false;
  #isPhonetic = false;
  #isStruck = false;
  #isRaised = false;
  #mark = "";

  clear(): void {
    this.#text = this.#mark = "";
    this.#isStruck = this.#isRaised = false;
  }

  open(name: string, { val }: Record<string, string>): void {
    if (name === "t") this.#isText = true;
    else if (name === "rPh") this.#isPhonetic = true;
    else if (name === "r") this.#isStruck = this.#isRaised = false;
    else if (name === "strike") this.#isStruck = isOn(val);
    else if (name === "vertAlign") this.#isRaised = val !== "baseline";
  }

  add(piece: string): void {
    if (!this.#isText || this.#isPhonetic) return;
    if (this.#isRaised && /\p{N}/u.test(piece)) this.#mark = RAISED;
    if (this.#isStruck) this.#mark ||= STRUCK;
    else this.#text += piece;
    if (this.#text.length > MAX_RECORD_BYTES) throw textTooLong(MAX_RECORD_BYTES);
  }

  close(name: string): void {
    if (name === "t") this.#isText = false;
    if (name === "rPh") this.#isPhonetic = false;
  }

  /** Decodes characters such as `_x000D_`, which XML cannot contain directly. */
  get value(): string {
    const text = this.#text.replace(spelledOut, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
    return (this.#mark === STRUCK && text.trim() ? "" : this.#mark) + text;
  }
}

/** In memory. */
const MAX_BYTES = 64 << 20;
const MAX_TEXTS = 8_000_000;
/** Maximum bytes of shared texts in all cells together, because many cells can use one long text. */
const MAX_TAKEN = 256 << 20;

/** A million strings would take four times the memory. */
export class SharedStrings {
  #bytes = Buffer.allocUnsafeSlow(1 << 16);
  #ends = new Uint32Array(1 << 12);
  #count = 0;
  #taken = 0;

  add(text: string): void {
    const start = this.#endOf(this.#count - 1);
    const length = Buffer.byteLength(text);
    if (start + length > MAX_BYTES || this.#count === MAX_TEXTS) {
      throw tooManyTexts();
    }
    if (start + length > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(MAX_BYTES, 2 * (start + length)));
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

  /** undefined for a missing text. @throws FeedTooComplex */
  at(index: number): string | undefined {
    if (!(index >= 0 && index < this.#count)) return undefined;
    const [start, end] = [this.#endOf(index - 1), this.#endOf(index)];
    this.#taken += end - start;
    if (this.#taken > MAX_TAKEN) throw workbookTooComplex("long texts in too many cells");
    return this.#bytes.toString("utf8", start, end);
  }
}

/** @throws PayloadTooLarge, UnrecognisedFeed */
export async function readSharedStrings(part: AsyncIterable<Uint8Array>): Promise<SharedStrings> {
  const strings = new SharedStrings();
  const text = new RichText();
  const steps = readXml(part, {
    open(name, attributes) {
      if (name === "si") text.clear();
      text.open(name, attributes);
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
