import { type ItemPickup, pickupMethods, timesOf } from "@highstreet/router/core/stores/pickup.schema.ts";
import { texts } from "./texts.ts";

export const storePickups = pickupMethods.flatMap((method) => timesOf[method].map((time) => ({ method, time })));
export const productPickups: ItemPickup[] = [...storePickups, { method: "not_supported" }];

/** The value of a pickup in a form. "": none. */
export const pickupKey = (pickup: ItemPickup | null | undefined): string =>
  pickup ? `${pickup.method} ${pickup.time ?? ""}`.trim() : "";

export const pickupOf = (key: string): ItemPickup | null =>
  productPickups.find((pickup) => pickupKey(pickup) === key) ?? null;

export function pickupWords({ method, time }: ItemPickup): string {
  const { methods, times } = texts.pickup;
  return time ? `${methods[method]}: ${times[time]}` : methods[method];
}

/** For a select. @param none what no pickup means */
export const pickupChoices = (pickups: ItemPickup[], none: string): { value: string; label: string }[] => [
  { value: "", label: none },
  ...pickups.map((pickup) => ({ value: pickupKey(pickup), label: pickupWords(pickup) })),
];
