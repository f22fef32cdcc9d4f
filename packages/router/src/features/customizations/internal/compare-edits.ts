import type { Sql } from "@highstreet/db";
import { z } from "zod";
import type { ChannelId } from "../../../core/channels/channel.schema.ts";
import { cellText, type EditLine, editFieldWords, withoutProtection } from "../../../core/feeds/index.ts";
import { fromZodError } from "../../../kernel/zod-error.ts";
import { EditBody, type Edits } from "../customizations.schema.ts";
import { type EditStateRow, editStatesSql } from "../customizations.sql.ts";
import { NO_TITLE } from "./check-edits.ts";

/** The values that an edit starts from. */
export interface EditState extends Omit<EditStateRow, "hiddenInAll" | "hiddenInSome" | "channelLists" | "channels"> {
  /** null: differs between stores. */
  hidden: boolean | null;
  /** null: every channel; undefined: differs between stores. */
  channels: string[] | null | undefined;
}

/** In the order of their keys. Leaves out items that no store has. */
export async function readEditStates(
  sql: Sql,
  { retailerId, storeId }: { retailerId: string; storeId: string | null },
  itemKeys: string[],
): Promise<EditState[]> {
  if (!itemKeys.length) return [];
  const rows = await sql.query<EditStateRow>(editStatesSql, [retailerId, storeId, itemKeys]);
  return rows.map(({ hiddenInAll, hiddenInSome, channelLists, channels, ...state }) => ({
    ...state,
    hidden: hiddenInAll === hiddenInSome ? hiddenInAll : null,
    channels: channelLists === 1 ? channels : undefined,
  }));
}

const texts = ["title", "description", "brand", "image"];
const ofStores = new Set(["hidden", "hiddenUntil", "hiddenWhile", "channels"]);

const trimmed = (value: unknown): string => JSON.stringify(typeof value === "string" ? value.trim() : value);

/** What GET of the address answers. That of all stores has no `hidden` and no `channels`. */
function answered(storeId: string | null, state: EditState | undefined): Edits {
  if (!state) return {};
  const { hidden, channels, title, description, brand, images, for: others } = state;
  const shown = { title, description, brand, image: images, for: others };
  return storeId === null ? shown : ({ ...shown, hidden, channels } as Edits);
}

/**
 * Leaves out the values that GET of the address answers now, so that an item or a product can be sent back.
 * @param isRecord the body is such a record. Otherwise `hidden` also ends the limits of a hide
 * @throws ValidationFailed for an invalid value that is left
 */
export function changedOnly(
  { storeId }: { storeId: string | null },
  state: EditState | undefined,
  edits: Edits,
  isRecord: boolean,
): Edits {
  const now = answered(storeId, state);
  const { hidden, hiddenUntil, hiddenWhile } = edits;
  if (hiddenUntil || hiddenWhile || (hidden && !isRecord && state?.isLimited)) delete now.hidden;
  const isNew = (field: string): boolean => {
    const name = field as keyof Edits;
    return !(name in now) || trimmed(now[name]) !== trimmed(edits[name]);
  };
  // A null would clear the values of each store.
  const isOfStores = (field: string): boolean => isRecord && storeId === null && ofStores.has(field);
  // If one text is new, all texts of the body are part of the edit.
  const hasText = !isRecord && texts.some((field) => field in edits && isNew(field));
  const left = Object.entries(edits).filter(
    ([field, value]) => (isNew(field) || (hasText && texts.includes(field))) && !(value === null && isOfStores(field)),
  );
  if (!left.length) return {};
  const call = { body: Object.fromEntries(left) };
  const { data, error } = z.object({ body: EditBody }).safeParse(call);
  if (error) throw fromZodError(error, call);
  return data.body;
}

export type Change = { edits: Edits } | { rejected: { field: string; code: string; message: string } } | null;

type Texts = Pick<Edits, "title" | "description" | "brand" | "for">;
type SearchTexts = NonNullable<NonNullable<Edits["for"]>["search"]>;

/** Whether a cell has the value, with or without the `'` that protects it from being a formula. */
const isSame = (cell: string, value: string | null): boolean => {
  const text = cellText(value ?? "");
  return cell === text || withoutProtection(cell) === text;
};

function textsOf(line: EditLine, state: EditState): Texts {
  const { title, brand, description, cleaned } = line;
  const edits: Texts = {};
  if (title !== undefined && !isSame(title, state.title)) edits.title = withoutProtection(title);
  if (brand !== undefined && !isSame(brand, state.brand)) edits.brand = withoutProtection(brand);
  if (description !== undefined && !isSame(description, state.description) && cleaned !== state.description) {
    edits.description = cleaned ?? withoutProtection(description);
  }
  const search = searchTextsOf(line, state);
  return Object.keys(search).length ? { ...edits, for: { search } } : edits;
}

function searchTextsOf(line: EditLine, state: EditState): SearchTexts {
  const { searchTitle, searchDescription, cleanedForSearch, searchImage } = line;
  const { title = null, description = null, image = null } = state.for?.search ?? {};
  const search: SearchTexts = {};
  if (searchTitle !== undefined && !isSame(searchTitle, title)) search.title = withoutProtection(searchTitle);
  if (searchDescription !== undefined && !isSame(searchDescription, description) && cleanedForSearch !== description) {
    search.description = cleanedForSearch ?? withoutProtection(searchDescription);
  }
  if (searchImage !== undefined && !isSame(searchImage, image?.join(" ") ?? null)) {
    search.image = withoutProtection(searchImage).split(" ");
  }
  return search;
}

/** The texts have a title above them. That for search is enough for the texts for search. */
function hasTitle({ for: others, ...plain }: Texts, state: EditState): boolean {
  const ofSearch = Object.keys(plain).length ? null : (others?.search?.title ?? state.for?.search.title);
  return Boolean(plain.title ?? ofSearch) || state.isTitled;
}

const sameList = (one: readonly string[] | null, other: readonly string[] | null): boolean =>
  JSON.stringify(one?.toSorted()) === JSON.stringify(other?.toSorted());

/**
 * Compares a line with the product. A value that the product already has is not an edit.
 * @param enabled the channels that an edit may name
 */
export function changeOf(line: EditLine, state: EditState, enabled: ReadonlySet<ChannelId>): Change {
  const edits: Edits = {};
  if (line.hidden !== undefined && line.hidden !== state.hidden) edits.hidden = line.hidden;
  const parsed = line.channels === undefined ? undefined : EditBody.safeParse({ channels: line.channels });
  if (parsed && !parsed.success) return rejected(parsed.error.issues[0]);
  const channels = parsed?.data.channels;
  if (channels !== undefined && (state.channels === undefined || !sameList(channels, state.channels))) {
    const missing = channels?.find((channel) => !enabled.has(channel));
    if (missing) {
      const message = `The channel ${missing} is not enabled. Enable it first, or leave it out.`;
      return { rejected: { field: "channels", code: "ChannelNotEnabledForStore", message } };
    }
    edits.channels = channels;
  }
  const texts = textsOf(line, state);
  if (Object.keys(texts).length) {
    if (!hasTitle(texts, state)) {
      return { rejected: { field: "title", code: "IncompleteCustomData", message: NO_TITLE } };
    }
    Object.assign(edits, texts);
  }
  if (!Object.keys(edits).length) return null;
  const checked = EditBody.safeParse(edits);
  return checked.success ? { edits: checked.data } : rejected(checked.error.issues[0]);
}

const searchFields = { title: "searchTitle", description: "searchDescription", image: "searchImage" } as const;

function rejected(issue: { path: PropertyKey[]; message: string } | undefined): Change {
  const [name = "line", , member] = issue?.path ?? [];
  const field = name === "for" ? searchFields[member as keyof typeof searchFields] : String(name);
  const message = `The ${editFieldWords(field)} ${issue?.message ?? "is invalid"}.`;
  return { rejected: { field, code: "InvalidValue", message } };
}
