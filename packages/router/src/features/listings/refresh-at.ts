/** The provider forgets what it was told after 30 days; an older guide of it says 14. */
const EARLIEST_DAYS = 8;
/** So that the items of a store that were first sent together are not all sent again together. */
const SPREAD_DAYS = 4;

/** When an item (SQL, its key and when it was sent) is to be sent again though nothing changed: by its key, after 8 to 12 days. */
export const refreshAt = (itemKey: string, sentAt: string): string => `
  ${sentAt} + interval '1 day' * (${EARLIEST_DAYS} + ${SPREAD_DAYS} * ('x' || left(md5(${itemKey}), 4))::bit(16)::int / 65536.0)`;

/** What was said of an item itself, in all stores of a country: it is said again with the first item that is sent again. */
export const DESCRIPTION_LASTS_MS = (EARLIEST_DAYS - 1) * 86_400_000;
