import type { ChannelId } from "../../../core/channels/channel.schema.ts";
import { cellText, type EditLine, withoutProtection } from "../../../core/feeds/index.ts";
import { EditBody, type Edits } from "../customizations.schema.ts";
import type { EditState } from "./edit-states.ts";

/** What a line of a file of edits changes. `null`: nothing. */
export type Change = { edits: Edits } | { rejected: { field: string; code: string; message: string } } | null;

type Data = Pick<Edits, "title" | "description" | "brand" | "image">;

/** Whether a cell has the value, with or without the `'` that protects it from being a formula. */
const isSame = (cell: string, value: string | null): boolean => {
  const text = cellText(value ?? "");
  return cell === text || withoutProtection(cell) === text;
};

/** The texts of a line that differ from the texts of the product. */
function textsOf(line: EditLine, state: EditState): Data {
  const { title, brand, description, cleaned } = line;
  const edits: Data = {};
  if (title !== undefined && !isSame(title, state.title)) edits.title = withoutProtection(title);
  if (brand !== undefined && !isSame(brand, state.brand)) edits.brand = withoutProtection(brand);
  if (description !== undefined && !isSame(description, state.description) && cleaned !== state.description) {
    edits.description = cleaned ?? withoutProtection(description);
  }
  return edits;
}

const sameList = (one: readonly string[] | null, other: readonly string[] | null): boolean =>
  JSON.stringify(one?.toSorted()) === JSON.stringify(other?.toSorted());

/**
 * Compares a line of a file of edits with the product. A value that the product already has is not an edit. The first own text of a
 * product needs all texts and a picture, so the others come from the product data.
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
    const { title, description, brand, images } = state;
    const all = { title, description, brand, image: images.length ? images : null };
    const data = state.hasData ? texts : { ...all, ...texts };
    const [missing] = Object.entries(data).find(([, value]) => !value) ?? [];
    if (missing) {
      const what = missing === "image" ? "a picture" : `a ${missing}`;
      const message = `An own text needs ${what}, too, and the product has none.`;
      return { rejected: { field: missing, code: "IncompleteCustomData", message } };
    }
    Object.assign(edits, data);
  }
  if (!Object.keys(edits).length) return null;
  const checked = EditBody.safeParse(edits);
  return checked.success ? { edits: checked.data } : rejected(checked.error.issues[0]);
}

function rejected(issue: { path: PropertyKey[]; message: string } | undefined): Change {
  const field = String(issue?.path[0] ?? "line");
  return { rejected: { field, code: "InvalidValue", message: `The ${field} ${issue?.message ?? "is invalid"}.` } };
}
