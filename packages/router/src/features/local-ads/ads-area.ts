import type { AdsArea } from "@highstreet/providers";
import type { AreaType } from "../../core/stores/stores.schema.ts";

/** How far ads reach, in miles (contract §5, local-ads). */
const MILES: Record<AreaType, number> = { city_centre: 3, urban: 5, suburban: 10, rural: 20 };

export interface Place {
  latitude: number | null;
  longitude: number | null;
}

/** As the ads service keeps coordinates: to a tenth of a metre. */
const rounded = (degrees: number): number => Number(degrees.toFixed(6));

/**
 * Where a store's ads are shown: around its own coordinates, else around those of its business profile.
 * @returns null: it has neither
 */
export function adsArea(areaType: AreaType, store: Place, profile: Place | null): AdsArea | null {
  for (const place of [store, profile]) {
    if (typeof place?.latitude !== "number" || typeof place.longitude !== "number") continue;
    return { latitude: rounded(place.latitude), longitude: rounded(place.longitude), miles: MILES[areaType] };
  }
  return null;
}
