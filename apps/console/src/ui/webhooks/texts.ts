import type { Attempt, Delivery } from "@highstreet/router/features/webhooks/deliveries.schema.ts";

type Status = Delivery["status"];

/** The texts of the page of webhooks. */
export const texts = {
  title: "Webhooks",
  text: (store: string) => `The calls to your system about changes in ${store}, and their results.`,
  none: "No webhooks yet",
  noneText:
    "Add an address of your system. This store then calls it with a signature whenever a stock status or a price changes.",
  setUp: "Set up webhooks",
  endpoint: {
    title: "Your address",
    states: {
      connected: "Each update is sent at once.",
      pending: "Updates wait until the address accepts a first call (webhook.enabled) with a 2xx answer.",
    },
    address: "Calls go to",
    data: "Product data",
    sent: "Sent along",
    notSent: "Not sent along",
    secret: "Signing secret",
    secretText: "Hidden. Change it if you have lost it.",
    twoSecrets: (until: string) =>
      `Two secrets are valid until ${until}: calls carry a signature of each. Give your system the new one before then. To end the old secret earlier, change the secret again: type the new secret and choose “At once”.`,
    change: "Change the address",
  },
  health: {
    title: "Delivery health",
    period: "Over the last",
    none: (period: string) => `No call was made in the last ${period}.`,
    counts: (period: string) => `Calls of the last ${period}`,
    accepted: "Accepted",
    calls: "Calls",
    failed: "Failed",
    median: "Median",
    p95: "95th percentile",
    partial: "There were more calls. These are the newest.",
    byHour: "Calls by the hour",
    allAccepted: "Every call was accepted, in all hours.",
    worst: (failed: number, calls: string, at: string) =>
      `Most failed calls in one hour: ${failed} of ${calls} from ${at}.`,
    durations: "How long calls took",
    slowest: (at: string, median: string, p95: string) =>
      `The slowest hour is from ${at}. Its median is ${median}, its 95th percentile is ${p95}.`,
  },
  list: {
    title: "Deliveries",
    text: "One for each event, newest first, for 30 days. The list updates itself.",
    search: "Search deliveries",
    searchHint: "Barcode or sequence",
    anyStatus: "Any status",
    anyEvent: "Any event",
    noMatch: "No delivery matches.",
    nothing: "No delivery yet. The next change of stock appears here.",
    event: "Event",
    status: "Status",
    sequence: "Sequence",
    calls: "Calls",
    lastAnswer: "Last answer",
    noAnswer: "None",
    recorded: "Recorded",
    nextTry: "Next try",
  },
  statuses: {
    pending: "Waiting",
    delivered: "Delivered",
    failed: "Failed",
    superseded: "Superseded",
  } satisfies Record<Status, string>,
  statusMeanings: {
    pending: "It is being sent, or waits for its next try.",
    delivered: "Your system accepted it.",
    failed: "No try was accepted. It is kept for 30 days, and can be sent again.",
    superseded: "A newer update of the same item, source or channel exists. This one would send an older state.",
  } satisfies Record<Status, string>,
  outcomes: {
    delivered: "Accepted",
    retrying: "Failed",
    failed: "Given up",
    superseded: "Superseded",
  } satisfies Record<Attempt["outcome"], string>,
  resend: {
    button: "Resend deliveries",
    text: "Only the latest update of each product is sent.",
    since: "Since",
    sinceHelp: (zone: string) => `All events from this time on. The time zone is ${zone}.`,
    chooseTime: "Choose a day and a time.",
    preview: "Preview",
    nothing: "Nothing would be sent.",
    nothingFailed: "No delivery has failed for good. Choose Waiting to send the waiting deliveries now.",
    would: (deliveries: string) => `${deliveries} would be sent again.`,
    leftOut: (number: string) => `${number} left out, because a newer update of the same item exists.`,
    send: (deliveries: string) => `Send ${deliveries} again`,
    sent: (deliveries: string) => `${deliveries} sent again.`,
    cancel: "Cancel",
  },
};
