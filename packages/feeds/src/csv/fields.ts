/** Takes the fields of a record in order and keeps the fields of the selected columns. */
export class Fields {
  readonly #indexes: Int32Array | undefined;
  readonly #empty: string[];
  #fields: string[] = [];
  /** The number of all fields so far. */
  width = 0;

  /** @param positions the selected columns; undefined for all */
  constructor(positions: readonly number[] | undefined) {
    this.#empty = (positions ?? []).map(() => "");
    this.#indexes = positions && new Int32Array(Math.max(0, ...positions.map((position) => position + 1))).fill(-1);
    for (const [index, position] of (positions ?? []).entries()) if (this.#indexes) this.#indexes[position] = index;
  }

  begin(): void {
    this.#fields = this.#empty.slice();
    this.width = 0;
  }

  /** Whether the next field belongs to a selected column. */
  get isRead(): boolean {
    return this.#indexes === undefined || (this.#indexes[this.width] ?? -1) >= 0;
  }

  add(field: string): void {
    this.#fields[this.#indexes?.[this.width] ?? this.width] = field;
    this.width++;
  }

  skip(): void {
    this.width++;
  }

  get value(): string[] {
    return this.#fields;
  }
}

/** Splits a record without quotes. */
export function split(record: string, delimiter: string, fields: Fields): void {
  fields.begin();
  for (let at = 0; at >= 0; ) {
    const end = record.indexOf(delimiter, at);
    if (fields.isRead) fields.add(end < 0 ? record.slice(at) : record.slice(at, end));
    else fields.skip();
    at = end < 0 ? -1 : end + 1;
  }
}
