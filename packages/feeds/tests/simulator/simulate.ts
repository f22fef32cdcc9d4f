import { cellDamage } from "./cell-damage.ts";
import { type Damage, numbers } from "./damage.ts";
import { fileDamage } from "./file-damage.ts";
import { lineDamage } from "./line-damage.ts";
import { randomOf } from "./shelf.ts";
import { encoded, linesOf, type StockFile, stockFile, textOf, workbookOf } from "./stock-file.ts";
import { optionsOf, type System } from "./system.ts";
import { systems } from "./systems.ts";

const damages: readonly Damage[] = [...cellDamage, ...lineDamage, ...fileDamage];

const damagesOf = new Map(
  systems.map((system) => [system, damages.filter(({ only }) => only === undefined || only.includes(system.format))]),
);

/** Whether a number can be a thousand or one: `1.234`. */
const isUnclear = (cell: string): boolean => /^\D*\d{1,3}[.,]\d{3}\D*$/.test(cell);

/** Damage can hide which decimal sign a file has. Then lines with an unclear number may be rejected. */
function mayMissUnclear({ rows, columns, truth }: StockFile): void {
  for (const { item, cells } of rows) {
    if (item && cells.some((cell, at) => numbers.test(columns[at]?.holds ?? "") && isUnclear(cell)))
      truth.maybe.add(item);
  }
}

/** A column in which all quantities end with `.000` can have three decimals. Then its lines may be rejected. */
function mayMissThousands({ rows, columns, truth }: StockFile): void {
  for (const [at, { holds }] of columns.entries()) {
    if (holds !== "quantity") continue;
    const given = rows.map(({ cells }) => cells[at] ?? "").filter((cell) => cell.trim());
    if (given.every((cell) => /^\s*\d{1,3}[.,]000\s*$/.test(cell)))
      for (const { item } of rows) if (item) truth.maybe.add(item);
  }
}

/** If all lines have quotes without a meaning and a delimiter too many, nothing shows how many fields lines have. */
function mayMissQuotes({ system, rows, extra, truth }: StockFile): void {
  if (system.quotes !== "never" || !extra.lines || !rows.every(({ cells }) => cells.some((cell) => cell.includes('"'))))
    return;
  for (const { item } of rows) if (item) truth.maybe.add(item);
}

/** The bytes of a file, spoiled. @returns undefined if the file has no place for the damage */
function written(file: StockFile, damage: Damage | undefined): Buffer | undefined {
  if (damage?.rows && !damage.rows(file)) return undefined;
  if (damage) mayMissUnclear(file);
  mayMissThousands(file);
  mayMissQuotes(file);
  if (file.system.format === "xlsx") {
    const bytes = workbookOf(file);
    return (damage?.bytes ? damage.bytes(bytes, file) : bytes) || undefined;
  }
  const lines = linesOf(file);
  if (damage?.lines && !damage.lines(lines, file)) return undefined;
  const bytes = encoded(textOf(lines, file), file.encoding);
  return (damage?.bytes ? damage.bytes(bytes, file) : bytes) || undefined;
}

export interface Simulated {
  seed: number;
  system: string;
  damage: string;
  file: StockFile;
  bytes: Buffer;
  options: ReturnType<typeof optionsOf>;
}

/** A file of a system as its till writes it. */
export function wholeFile(system: System, seed: number): Simulated {
  const file = stockFile(system, randomOf(seed));
  const bytes = written(file, undefined);
  if (!bytes) throw new Error("no file");
  return { seed, system: system.name, damage: "none", file, bytes, options: optionsOf(system) };
}

/** The file of a seed: a system and a damage that take turns, and random choices. */
export function simulated(seed: number): Simulated {
  const system = systems[seed % systems.length] as System;
  const all = damagesOf.get(system) ?? [];
  const first = Math.floor(seed / systems.length) * 7 + seed;
  for (let turn = 0; turn < all.length; turn++) {
    const damage = all[(first + turn) % all.length] as Damage;
    const file = stockFile(system, randomOf(seed));
    const bytes = written(file, damage);
    if (bytes) return { seed, system: system.name, damage: damage.name, file, bytes, options: optionsOf(system) };
  }
  return wholeFile(system, seed);
}
