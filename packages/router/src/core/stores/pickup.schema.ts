import { z } from "zod";

const soon = ["same_day", "next_day"] as const;
export const pickupMethods = ["buy", "reserve", "ship_to_store"] as const;
export const pickupTimes = [
  ...soon,
  "two_days",
  "three_days",
  "four_days",
  "five_days",
  "six_days",
  "multi_week",
] as const;
type Method = (typeof pickupMethods)[number];
type Time = (typeof pickupTimes)[number];

/** Google takes other times for goods that are on the shelf than for goods that are sent to the store. */
export const timesOf: Record<Method, readonly Time[]> = {
  buy: soon,
  reserve: soon,
  ship_to_store: pickupTimes.filter((time) => time !== "same_day"),
};

export const pickupText =
  "How customers of the search engine collect orders in the store. Both members, or null: the store says nothing";

const means = {
  method:
    "`buy`: bought online. `reserve`: reserved online, paid in the store. `ship_to_store`: bought online and sent to the store",
  time: "When an order is ready, counted from its day. `buy` and `reserve`: `same_day` or `next_day`. `ship_to_store`: `next_day` to `six_days`, or `multi_week` for a week or more",
};

const wrongTime = (times: readonly Time[], method: Method): string =>
  `must be one of ${times.join(", ")} with the method ${method}`;

export const Pickup = z
  .strictObject({
    method: z.enum(pickupMethods, `must be one of ${pickupMethods.join(", ")}`).describe(means.method),
    time: z.enum(pickupTimes, `must be one of ${pickupTimes.join(", ")}`).describe(means.time),
  })
  .superRefine(({ method, time }, issues) => {
    if (timesOf[method].includes(time)) return;
    issues.addIssue({ code: "custom", path: ["time"], message: wrongTime(timesOf[method], method) });
  });
export type Pickup = z.infer<typeof Pickup>;

const itemMethods = [...pickupMethods, "not_supported"] as const;

/** The pickup of one product. It can also say that the product is not for pickup, where its store has one. */
export const ItemPickup = z
  .strictObject({
    method: z
      .enum(itemMethods, `must be one of ${itemMethods.join(", ")}`)
      .describe(`${means.method}. \`not_supported\`: the product cannot be collected`),
    time: z
      .enum(pickupTimes, `must be one of ${pickupTimes.join(", ")}`)
      .optional()
      .describe(`${means.time}. \`not_supported\` has none`),
  })
  .superRefine(({ method, time }, issues) => {
    const wrong = (message: string) => issues.addIssue({ code: "custom", path: ["time"], message });
    if (method === "not_supported") {
      if (time !== undefined) wrong("must be left out with the method not_supported");
    } else if (!time || !timesOf[method].includes(time)) wrong(wrongTime(timesOf[method], method));
  });
export type ItemPickup = z.infer<typeof ItemPickup>;
