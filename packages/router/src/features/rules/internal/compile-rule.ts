import { readBarcode } from "@highstreet/feeds";
import { itemKeyOf } from "../../../core/items/index.ts";
import type { TestColumn } from "../../../core/rules/index.ts";
import { validationFailed } from "../../../kernel/errors.ts";
import type { Condition, When } from "../rules.schema.ts";

type Test = Partial<Record<TestColumn, unknown>>;

/** The keys as members of an object, which PostgreSQL searches by halves. */
function keysOf(barcodes: string[]): Record<string, 1> {
  const keys = barcodes.flatMap((one) => {
    const { barcode, exactKey } = readBarcode(one);
    return [itemKeyOf(barcode), exactKey ?? itemKeyOf(barcode)];
  });
  return Object.fromEntries(keys.map((key) => [key, 1]));
}

const listed = (is: TestColumn, isNot: TestColumn, given: { is: unknown } | { isNot: unknown }): Test =>
  "is" in given ? { [is]: given.is } : { [isNot]: given.isNot };

const ranged = (
  from: TestColumn,
  under: TestColumn,
  given: { from?: number | undefined; under?: number | undefined },
): Test => ({
  ...(given.from !== undefined && { [from]: given.from }),
  ...(given.under !== undefined && { [under]: given.under }),
});

function testOf(condition: Condition): Test {
  if ("brand" in condition) return listed("brands", "not_brands", condition.brand);
  if ("category" in condition) return listed("categories", "not_categories", condition.category);
  if ("condition" in condition) return listed("conditions", "not_conditions", condition.condition);
  if ("price" in condition) return ranged("price_from", "price_under", condition.price);
  if ("quantity" in condition) return ranged("quantity_from", "quantity_under", condition.quantity);
  if ("store" in condition) return listed("stores", "not_stores", condition.store);
  if ("has" in condition) return { has: [condition.has] };
  if ("lacks" in condition) return { lacks: [condition.lacks] };
  if ("barcode" in condition) {
    return "is" in condition.barcode
      ? { keys: keysOf(condition.barcode.is) }
      : { starts: condition.barcode.startsWith.map((digits) => `${digits}%`) };
  }
  const { title } = condition;
  if ("hasAny" in title) return { title_any: title.hasAny };
  return "hasAll" in title ? { title_all: title.hasAll } : { title_none: title.hasNone };
}

const lists = ["has", "lacks"] as const;

/**
 * The conditions as the columns that the database reads: one object for all of them, or one for each of several.
 * @throws ValidationFailed for two conditions of the same kind, which one list or range can say
 */
export function compileRule(when: When): Test[] {
  if ("any" in when) return when.any.map(testOf);
  const whole: Test = {};
  for (const [n, condition] of when.all.entries()) {
    const test = testOf(condition);
    for (const column of Object.keys(test) as TestColumn[]) {
      const isList = lists.some((one) => one === column);
      if (column in whole && !isList) {
        const message = "says the same as an earlier condition: put both into one list or range";
        throw validationFailed([{ pointer: `/when/all/${n}`, code: "InvalidValue", message }]);
      }
      whole[column] = isList ? [...((whole[column] as unknown[]) ?? []), ...(test[column] as unknown[])] : test[column];
    }
  }
  return [whole];
}
