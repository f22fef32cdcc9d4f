import { unprotected } from "./barcode.ts";
import type { DecimalSign } from "./read-decimal.ts";
import { shownSign } from "./read-price.ts";
import { quantitySign } from "./read-quantity.ts";
import type { NumberField } from "./stock-line.ts";

/** The decimal signs that the columns of a file show. */
export class DecimalSigns {
  /** null: both. */
  readonly #shown = new Map<number | string, DecimalSign | null>();
  /** The sign before `000`, if all quantities of a column end so. */
  readonly #thousands = new Map<number | string, DecimalSign | null>();
  readonly #severalThousands = new Set<number | string>();
  /** The sign that all columns show together. null: none, or both. */
  #common: DecimalSign | null | undefined;

  static of(parts: readonly DecimalSigns[]): DecimalSigns {
    const all = new DecimalSigns();
    for (const [column, sign] of parts.flatMap((part) => [...part.#shown])) all.#show(column, sign);
    for (const [column, sign] of parts.flatMap((part) => [...part.#thousands]))
      all.#thousands.set(column, all.#thousands.has(column) && all.#thousands.get(column) !== sign ? null : sign);
    for (const column of parts.flatMap((part) => [...part.#severalThousands])) all.#severalThousands.add(column);
    return all;
  }

  #show(column: number | string, sign: DecimalSign | null): void {
    const shown = this.#shown.get(column);
    if (shown === sign) return;
    this.#shown.set(column, shown === undefined ? sign : null);
    this.#common = undefined;
  }

  /** A number of JSON or of a workbook is no text, and does not show how a person writes. */
  add(column: number | string, field: NumberField, text: string): void {
    if (field === "quantity" && text.trim()) {
      const sign = /^\s*\d{1,3}([.,])000\s*$/.exec(text)?.[1] as DecimalSign | undefined;
      const known = this.#thousands.get(column);
      this.#thousands.set(column, known === undefined ? (sign ?? null) : known === sign ? sign : null);
      if (sign && known === sign) this.#severalThousands.add(column);
    }
    if (!/[.,\uFF0C\uFF0E]/.test(text)) return;
    const bare = unprotected(text.trim());
    const sign = field === "quantity" ? quantitySign(bare) : shownSign(bare);
    if (sign) this.#show(column, sign);
  }

  /**
   * The decimal sign of a column: the one that its texts show, otherwise the chosen one, otherwise the one that the other columns show.
   * @returns null if nothing shows it, or if the column has numbers of both kinds
   */
  of(column: number | string, chosen?: DecimalSign): DecimalSign | null {
    const shown = this.#shown.get(column);
    if (shown === undefined) {
      const sign = chosen ?? this.#ofAll();
      // A column in which all numbers end with `.000` can have three decimals.
      const thousands = this.#severalThousands.has(column) && this.#thousands.get(column);
      return !chosen && thousands && sign !== thousands ? null : sign;
    }
    return chosen && chosen !== shown ? null : shown;
  }

  #ofAll(): DecimalSign | null {
    if (this.#common === undefined) {
      const [one = null, ...others] = new Set(this.#shown.values());
      this.#common = others.length ? null : one;
    }
    return this.#common;
  }
}
