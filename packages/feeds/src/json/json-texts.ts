import { ByteQueue } from "../byte-queue.ts";
import { type LineRejection, LONGEST_RECORD, lineTooLong, shown } from "../lines/feed-line.ts";

/** Receives the JSON texts of a feed. Each text should be one object. */
export interface JsonSink {
  text(line: number, text: string): void;
  broken(line: number, rejection: LineRejection): void;
}

export function malformedJson(text: string | null, message: string): LineRejection {
  return { field: null, code: "malformed_json", message, value: text && shown(text) };
}

const blank = /^\s*$/;
const NEWLINE = 10;
const SPACE = 32;
const QUOTE = 34;
const COMMA = 44;
const OPEN_ARRAY = 91;
const BACKSLASH = 92;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/** Splits bytes that arrive in pieces into texts. A text longer than 2 MiB is reported as broken and skipped. */
abstract class JsonTexts {
  protected readonly queue = new ByteQueue();
  /** The position of the next byte to scan. */
  protected at = 0;
  protected line = 1;
  protected readonly sink: JsonSink;
  /** Number of texts, including blank and broken ones. */
  records = 0;
  /** Whether the current text is too long and is skipped. */
  protected skips = false;

  constructor(sink: JsonSink) {
    this.sink = sink;
  }

  push(piece: Uint8Array): void {
    this.at -= this.queue.start;
    this.queue.add(piece);
    this.look();
    if (this.skips || this.queue.length > LONGEST_RECORD) this.#skip(this.at);
  }

  /** Scans the received bytes and takes each complete text. */
  protected abstract look(): void;

  /** Takes the text from the queue's start to `end`. @returns false if the text is blank */
  protected take(end: number): boolean {
    const { bytes, start } = this.queue;
    this.records++;
    if (this.skips || end - start > LONGEST_RECORD) {
      this.#skip(end);
      this.skips = false;
      return true;
    }
    const text = bytes.toString("utf8", start, end);
    this.queue.start = end;
    if (blank.test(text)) return false;
    this.sink.text(this.line, text);
    return true;
  }

  #skip(end: number): void {
    const { bytes, start } = this.queue;
    if (!this.skips) this.sink.broken(this.line, lineTooLong(bytes.subarray(start, end)));
    this.skips = true;
    this.queue.start = end;
  }
}

/** The lines of NDJSON. */
export class NdjsonTexts extends JsonTexts {
  protected look(): void {
    const { queue } = this;
    for (;;) {
      const newline = queue.bytes.indexOf(NEWLINE, this.at);
      if (newline < 0 || newline >= queue.end) break;
      this.take(newline);
      this.line++;
      queue.start = newline + 1;
      this.at = queue.start;
    }
    this.at = queue.end;
  }

  /** The last line may lack its newline. */
  end(): void {
    this.push(Uint8Array.of(NEWLINE));
  }
}

/** Splits a JSON array into its elements by commas and brackets. The first element is line 1. */
export class JsonArrayTexts extends JsonTexts {
  #place: "before" | "within" | "behind" = "before";
  #depth = 0;
  #isString = false;
  #isEscaped = false;
  /** Whether the array is followed by text that is not blank. */
  #isFollowed = false;

  protected look(): void {
    const { queue } = this;
    for (; this.at < queue.end; this.at++) {
      const byte = queue.bytes[this.at] as number;
      if (this.#place === "within") this.#within(byte);
      else if (this.#place === "before") this.#before(byte);
      else this.#behind(byte);
    }
  }

  /** The next text begins after the current byte. */
  #startBehind(): void {
    this.queue.start = this.at + 1;
  }

  #before(byte: number): void {
    this.#startBehind();
    if (byte === OPEN_ARRAY) this.#place = "within";
  }

  #behind(byte: number): void {
    this.#startBehind();
    if (byte <= SPACE || this.#isFollowed) return;
    this.#isFollowed = true;
    this.sink.broken(this.line, malformedJson(null, "Something follows the end of the array."));
  }

  #within(byte: number): void {
    if (this.#isString) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === BACKSLASH) this.#isEscaped = true;
      else if (byte === QUOTE) this.#isString = false;
    } else if (byte === QUOTE) {
      this.#isString = true;
    } else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      this.#depth++;
    } else if (this.#depth > 0) {
      if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) this.#depth--;
    } else if (byte === COMMA || byte === CLOSE_ARRAY) {
      if (this.take(this.at)) this.line++;
      this.#startBehind();
      if (byte === CLOSE_ARRAY) this.#place = "behind";
    }
  }

  end(): void {
    if (this.#place === "behind" || this.skips) return;
    const { bytes, start, end } = this.queue;
    const message = "The array is not closed: the file is cut off here.";
    this.sink.broken(this.line, malformedJson(bytes.toString("utf8", start, end), message));
  }
}
