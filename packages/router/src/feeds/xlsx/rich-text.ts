import { textTooLong } from "../feed-errors.ts";
import { LONGEST_RECORD } from "../line-rejection.ts";

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

  /** `_x000D_` is how XML spells a character that it cannot hold. */
  get value(): string {
    return this.#text.replace(spelledOut, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  }
}
