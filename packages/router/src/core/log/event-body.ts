/** The published part of a row of the log. */
export interface LoggedEvent {
  action: string;
  /** JSON of `data`. */
  data: string;
  /** JSON of `data.product`; null if no product data is known. */
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
 * The JSON of an event's `data`, built from the texts of the log so that its bytes never change.
 * @param enhanced adds `product` to inventory updates: all eight keys, null for unknown values
 */
export function eventData(event: LoggedEvent, enhanced: boolean): string {
  if (!enhanced || event.action !== "inventory.update") return event.data;
  return `${event.data.slice(0, -1)},"product":${event.product ?? unknownProduct}}`;
}

/** The body of a webhook call: `action` and `data`. */
export function eventBody(event: LoggedEvent, enhanced: boolean): string {
  return `{"action":${JSON.stringify(event.action)},"data":${eventData(event, enhanced)}}`;
}
