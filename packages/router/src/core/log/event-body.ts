/** What a row of the log says, as far as it goes out. */
export interface LoggedEvent {
  action: string;
  /** JSON of `data`. */
  data: string;
  /** JSON of `data.product`; null where nothing is known of the product. */
  product: string | null;
}

const unknownProduct = JSON.stringify({
  title: null,
  contentLanguage: "en",
  brand: null,
  description: null,
  images: null,
  category: null,
  attributes: null,
  groupId: null,
});

/**
 * The JSON of an event's `data`, from the texts of the log, so that its bytes are always the same.
 * @param enhanced with `product`, for inventory updates (contract §6, Body): all eight keys, null where unknown
 */
export function eventData(event: LoggedEvent, enhanced: boolean): string {
  if (!enhanced || event.action !== "inventory.update") return event.data;
  return `${event.data.slice(0, -1)},"product":${event.product ?? unknownProduct}}`;
}

/** The body of a webhook call: exactly the keys of spec.md, Events. */
export function eventBody(event: LoggedEvent, enhanced: boolean): string {
  return `{"action":${JSON.stringify(event.action)},"data":${eventData(event, enhanced)}}`;
}
