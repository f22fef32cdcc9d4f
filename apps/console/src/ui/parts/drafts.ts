type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
export type Typed = Record<string, string>;

const PREFIX = "draft ";

const isField = (one: Element): one is Field =>
  one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement || one instanceof HTMLSelectElement;

/** The named fields of a form. Secrets are not kept, and no script can fill a file. */
const fieldsOf = (form: HTMLFormElement): Field[] =>
  [...form.elements]
    .filter(isField)
    .filter(({ name, type }) => name !== "" && !["hidden", "password", "file"].includes(type));

const isTick = (field: Field): field is HTMLInputElement => field.type === "checkbox";

/** What the fields of a form hold, by their names. */
export const typedIn = (form: HTMLFormElement): Typed =>
  Object.fromEntries(fieldsOf(form).map((field) => [field.name, isTick(field) ? String(field.checked) : field.value]));

/** Fills the fields in the way of a person, so that React hears it. */
export function fillIn(form: HTMLFormElement, typed: Typed): void {
  for (const field of fieldsOf(form)) {
    const value = typed[field.name];
    if (value === undefined || value === typedIn(form)[field.name]) continue;
    if (isTick(field)) field.click();
    else {
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
      field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
    }
  }
}

/** The fields that differ from what the form began with. A draft of all fields would take back what others have changed since. */
export function changedFrom(first: Typed, typed: Typed): Typed | undefined {
  const changed = Object.entries(typed).filter(([name, value]) => value !== first[name]);
  return changed.length > 0 ? Object.fromEntries(changed) : undefined;
}

/** A draft belongs to a person, to the address of the page and to a form of it. Nobody: no draft, as the next person would get it. */
export const draftKey = (person: string, form: string): string | undefined =>
  person ? `${PREFIX}${person} ${window.location.pathname} ${form}` : undefined;

export function readDraft(key: string | undefined): Typed | undefined {
  const text = key === undefined ? null : sessionStorage.getItem(key);
  return text === null ? undefined : (JSON.parse(text) as Typed);
}

export function keepDraft(key: string | undefined, typed: Typed | undefined): void {
  if (key === undefined) return;
  if (typed) sessionStorage.setItem(key, JSON.stringify(typed));
  else sessionStorage.removeItem(key);
}

/** At sign-out. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}
