import { randomBytes } from "node:crypto";
import { cleanBarcode, rejectedBarcode } from "../core/items/index.ts";
import type { OfShelf } from "../core/stores/shelf.schema.ts";
import { createRetailer } from "../features/retailers/create-retailer.ts";
import { CreateRetailer } from "../features/retailers/retailers.schema.ts";
import { createStaffMember } from "../features/staff/index.ts";
import type { Context } from "../kernel/context.ts";
import { DomainError } from "../kernel/errors.ts";
import { newId } from "../kernel/ids.ts";
import { scopes } from "../kernel/roles.schema.ts";
import { createCaller } from "../router.ts";
import { eraseRetailer } from "./erase-retailer.ts";
import { PortableLine } from "./portable-retailer.schema.ts";

const BATCH = 500;

export interface ImportRetailer {
  partnerId: string;
  /** Opens the lines of `exportRetailer`. Called twice: to check them, and to import them. */
  open: () => AsyncIterable<string>;
}

export interface ImportedRetailer {
  retailerId: string | null;
  storeIds: Record<string, string>;
  products: number;
  items: number;
  customizations: number;
  staff: number;
  /** Edits that limited a product to some channels. No channel exists yet, so these products are hidden instead. */
  hidden: number;
  rejected: number;
  /** Channels, sources and connections. The file has no secrets, so the operator connects them again. */
  connect: { storeId: string | null; what: string; parameters?: unknown }[];
}

/**
 * Imports an exported retailer for a partner. All ids are new, so a retailer can be imported more than once. The usual calls create
 * all records, so their rules apply. An import that fails removes what it has created. Only the system may call this.
 * @throws ValidationFailed with the number of the wrong line; ExternalIdTaken, QuotaExceeded
 */
export async function importRetailer(system: Context, { partnerId, open }: ImportRetailer): Promise<ImportedRetailer> {
  if (system.actor?.kind !== "system") throw new DomainError("InsufficientScope", "Only the system imports retailers.");
  if (!(await system.db.prisma.partner.count({ where: { id: partnerId } }))) throw wrong("--partner names no partner.");
  const imported: ImportedRetailer = {
    retailerId: null,
    storeIds: {},
    products: 0,
    items: 0,
    customizations: 0,
    staff: 0,
    hidden: 0,
    rejected: 0,
    connect: [],
  };
  await checkLines(open(), imported);
  if (system.isDryRun) return imported;
  Object.assign(imported, { storeIds: {}, products: 0, items: 0, customizations: 0, staff: 0, hidden: 0 });
  try {
    await new Import(system, partnerId, imported).run(new Lines(parsed(open())));
  } catch (error) {
    if (imported.retailerId) await eraseRetailer(system, { retailerId: imported.retailerId });
    throw error;
  }
  return imported;
}

const wrong = (message: string): DomainError => new DomainError("ValidationFailed", message);

type Of<Type extends PortableLine["type"]> = Extract<PortableLine, { type: Type }>;

async function* parsed(texts: AsyncIterable<string>): AsyncGenerator<PortableLine> {
  let number = 0;
  for await (const text of texts) {
    number++;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw wrong(`Line ${number} is not JSON: --file must name an exported retailer.`);
    }
    const { success, data, error } = PortableLine.safeParse(value);
    if (!success)
      throw wrong(`Line ${number} is not a line of an exported retailer (${error.issues[0]?.path.join(".")}).`);
    yield data;
  }
}

const ORDER = [
  "highstreet",
  "retailer",
  "store",
  "product",
  "item",
  "customization",
  "rule",
  "staff",
  "connect",
  "end",
];

/** Checks the order and the end of the lines, and counts them. @throws ValidationFailed */
async function checkLines(texts: AsyncIterable<string>, counts: ImportedRetailer): Promise<void> {
  let number = 0;
  let place = 0;
  let last: PortableLine | undefined;
  for await (const line of parsed(texts)) {
    number++;
    const at = ORDER.indexOf(line.type);
    if (at < place || (number <= 2 && at !== number - 1))
      throw wrong(`Line ${number} is in a wrong place: export the retailer again.`);
    place = at;
    last = line;
    if (line.type === "product") counts.products++;
    if (line.type === "item") counts.items++;
    if (line.type === "customization") {
      counts.customizations++;
      if (line.body.channels) counts.hidden++;
    }
    if (line.type === "staff") counts.staff++;
  }
  if (last?.type !== "end" || last.lines !== number - 1)
    throw wrong("The file ends too early: copy or export it again.");
}

/** The lines in their order, group by group. */
class Lines {
  readonly #lines: AsyncIterator<PortableLine>;
  #next: PortableLine | undefined;

  constructor(lines: AsyncIterable<PortableLine>) {
    this.#lines = lines[Symbol.asyncIterator]();
  }

  async peek(): Promise<PortableLine | undefined> {
    this.#next ??= (await this.#lines.next()).value as PortableLine | undefined;
    return this.#next;
  }

  async *of<Type extends PortableLine["type"]>(
    type: Type,
    isSame: (line: Of<Type>) => boolean = () => true,
  ): AsyncGenerator<Of<Type>> {
    for (;;) {
      const line = (await this.peek()) as Of<Type> | undefined;
      if (line?.type !== type || !isSame(line)) return;
      this.#next = undefined;
      yield line;
    }
  }
}

async function* feedOf(lines: AsyncIterable<Of<"product"> | Of<"item">>, count: () => void): AsyncGenerator<Buffer> {
  for await (const { type: _, ...line } of lines) {
    count();
    yield Buffer.from(`${JSON.stringify({ ...line, storeId: undefined })}\n`);
  }
}

class Import {
  readonly #ctx: Context;
  readonly #partnerId: string;
  readonly #to: ImportedRetailer;

  constructor(ctx: Context, partnerId: string, to: ImportedRetailer) {
    this.#ctx = ctx;
    this.#partnerId = partnerId;
    this.#to = to;
  }

  async run(lines: Lines): Promise<void> {
    const to = this.#to;
    const api = createCaller(this.#ctx);
    for await (const _ of lines.of("highstreet"));
    for await (const { body } of lines.of("retailer")) to.retailerId = await this.#retailer(body);
    const retailerId = to.retailerId ?? "";
    for await (const { id, body } of lines.of("store")) {
      const storeId = (await api.stores.create({ retailerId, body: body as never })).id;
      to.storeIds[id] = storeId;
      const { pause, safetyStock } = body as Partial<OfShelf>;
      const isOver = pause && Date.parse(pause.until) <= this.#ctx.now().getTime();
      const shelf = { ...(pause && !isOver && { pause }), ...(safetyStock && { safetyStock }) };
      if (Object.keys(shelf).length) await api.rules.changeShelf({ retailerId, storeId, body: shelf as never });
    }
    if ((await lines.peek())?.type === "product") {
      const feed = feedOf(lines.of("product"), () => to.products++);
      to.rejected += (await api.products.putFeed({ retailerId, feed })).rejectedLines;
    }
    for (let line = await lines.peek(); line?.type === "item"; line = await lines.peek()) {
      const { storeId: old } = line;
      const feed = feedOf(
        lines.of("item", ({ storeId }) => storeId === old),
        () => to.items++,
      );
      const done = await api.inventory.putStock({ retailerId, storeId: this.#storeId(old), mode: "update", feed });
      to.rejected += done.rejectedLines;
    }
    await this.#customizations(lines, retailerId);
    for await (const { storeId, body } of lines.of("rule")) {
      // Its conditions name stores, too.
      const moved = JSON.parse(JSON.stringify(body).replaceAll(/[0-9a-f-]{36}/g, (id) => to.storeIds[id] ?? id));
      await api.rules.create({ retailerId, body: { ...moved, storeId: storeId && this.#storeId(storeId) } });
    }
    for await (const { name, email, role } of lines.of("staff")) {
      const password = randomBytes(24).toString("base64url");
      await createStaffMember(this.#ctx, { retailerId, name, email, role, password });
      to.staff++;
    }
    for await (const { storeId, what, parameters } of lines.of("connect")) {
      to.connect.push({ storeId: storeId && this.#storeId(storeId), what, parameters });
    }
  }

  async #retailer(body: unknown): Promise<string> {
    const { success, data } = CreateRetailer.safeParse({ body });
    if (!success) throw wrong("Line 2 is not a valid retailer: export the retailer again.");
    const grant = { scopes: new Set(scopes), retailerIds: null, expiresAt: null };
    const actor = { kind: "key", keyId: newId(this.#ctx.now()), partnerId: this.#partnerId, ...grant } as const;
    const author = { kind: "system", id: null, name: null } as const;
    return (await createRetailer({ ...this.#ctx, actor, author }, data)).id;
  }

  #storeId(old: string): string {
    const id = this.#to.storeIds[old];
    if (id === undefined)
      throw wrong(`The file names the store ${old}, which it does not have: export the retailer again.`);
    return id;
  }

  async #customizations(lines: Lines, retailerId: string): Promise<void> {
    let batch: Record<string, unknown>[] = [];
    const save = async (): Promise<void> => {
      if (batch.length) await createCaller(this.#ctx).customizations.postBatch({ retailerId, body: batch as never });
      this.#to.customizations += batch.length;
      batch = [];
    };
    for await (const { storeId, body } of lines.of("customization")) {
      const { channels, ...edit } = body;
      // As the item, which is in a cell of a file.
      const barcode = cleanBarcode(String(edit.barcode), { isCell: true });
      if (rejectedBarcode(barcode)) {
        this.#to.rejected++;
        continue;
      }
      if (channels) this.#to.hidden++;
      const hidden = channels ? { hidden: true } : {};
      batch.push({ ...edit, barcode, ...hidden, storeId: storeId && this.#storeId(storeId) });
      if (batch.length === BATCH) await save();
    }
    await save();
  }
}
