import { unprotected } from "./barcode.ts";
import type { DecimalSign } from "./read-decimal.ts";
import { shownSign } from "./read-price.ts";
import { quantitySign } from "./read-quantity.ts";
import type { NumberField } from "./stock-line.ts";

/** The decimal signs that the columns of numbers show with all of their texts. */
export class DecimalSigns {
  readonly #shown = new Map<number | string, Set<DecimalSign>>();
  /** The sign that all columns show together, so that it is found once for all lines. null: none, or both. */
  #common: DecimalSign | null | undefined;

  /** Those of several parts of a file together. */
  static of(parts: readonly DecimalSigns[]): DecimalSigns {
    const all = new DecimalSigns();
    for (const [column, signs] of parts.flatMap((part) => [...part.#shown])) {
      all.#shown.set(column, (all.#shown.get(column) ?? new Set()).union(signs));
    }
    return all;
  }

  /** Adds a text of a column. A number of JSON or of a workbook is no text, and does not show how a person writes. */
  add(column: number | string, field: NumberField, text: string): void {
    if (!/[.,\uFF0C\uFF0E]/.test(text)) return;
    const bare = unprotected(text.trim());
    const sign = field === "quantity" ? quantitySign(bare) : shownSign(bare);
    this.#common = undefined;
    if (sign) this.#shown.set(column, (this.#shown.get(column) ?? new Set()).add(sign));
  }

  /**
   * The decimal sign of a column: the one that its texts show, otherwise the chosen one, otherwise the one that the other columns show.
   * @param chosen by a person for the source
   * @returns null if nothing shows it, or if the column has numbers of both kinds
   */
  of(column: number | string, chosen?: DecimalSign): DecimalSign | null {
    const shown = this.#shown.get(column);
    if (shown) {
      const [own = null] = shown;
      return shown.size > 1 || (chosen && chosen !== own) ? null : own;
    }
    return chosen ?? this.#ofAll();
  }

  #ofAll(): DecimalSign | null {
    if (this.#common === undefined) {
      const [one = null, other] = new Set([...this.#shown.values()].flatMap((signs) => [...signs]));
      this.#common = other ? null : one;
    }
    return this.#common;
  }
}
