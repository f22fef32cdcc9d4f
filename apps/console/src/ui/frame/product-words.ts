import { texts } from "./texts.ts";

const { everywhere } = texts;

export const channelName = (channel: string): string => new Map(Object.entries(texts.channels)).get(channel) ?? channel;

export const everywhereLabel = (hidden: boolean): string => (hidden ? everywhere.hide : everywhere.show);

/** An edit for all stores, in words. */
export function everywhereWords({ hidden }: { hidden?: boolean | undefined }) {
  if (typeof hidden !== "boolean") return { label: everywhere.add, doing: everywhere.adding };
  return { label: everywhereLabel(hidden), doing: hidden ? everywhere.hiding : everywhere.showing };
}

/** Says how an edit for all stores changes the settings of single stores. @param own stores with a setting */
export function replacedSettings(own: number, name: string, edit: string): string {
  if (own === 1) return everywhere.replacesOne(name, edit);
  return everywhere.replaces(own, name, edit);
}

export const reasonWords = { Shown: texts.shown, ...texts.notShown };
export type ReasonCode = keyof typeof reasonWords;
