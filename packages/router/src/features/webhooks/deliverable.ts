/**
 * SQL condition: the log's event `e` is sent to the receiver as it comes. Pings have a retry row of their own, and what
 * happens to the webhooks channel itself is told in the events feed only (contract §5).
 */
export const isDeliverable = `(e.action <> 'webhook.enabled'
  AND NOT (e.action = 'channel.update' AND e.subject = 'channel:webhooks'))`;
