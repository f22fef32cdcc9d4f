import { type Context, createCaller, DomainError, inboxSecrets, procedure, router } from "@highstreet/router";
import { z } from "zod";
import { environment } from "../environment.ts";
import { texts } from "../texts.ts";
import { emptyInbox, inboxOf } from "./inbox-store.ts";

const InStore = z.strictObject({ retailerId: z.string(), storeId: z.string() });
type InStore = z.infer<typeof InStore>;

const SHOWN = 100;

/** Refuses the same callers as `stores.get`. */
async function check(ctx: Context, ids: InStore): Promise<void> {
  if (!environment.webhookInbox) throw new DomainError("RouteNotFound", texts.noInbox);
  await createCaller(ctx).stores.get(ids);
}

const urlOf = (storeId: string): string => `${environment.consoleUrl}/api/inbox/${storeId}`;

const read = procedure.meta({ access: "channels:read", stores: "named" }).input(InStore);
const write = procedure.meta({ access: "channels:write", stores: "named" }).input(InStore);

/** The console's own webhook receiver, for development (HIGHSTREET_WEBHOOK_INBOX=1). */
export const inbox = router({
  calls: read.query(async ({ ctx, input }) => {
    await check(ctx, input);
    const { calls, received, wrong } = inboxOf(input.storeId);
    return { calls: calls.slice(0, SHOWN), received, wrong };
  }),

  picture: read.query(async ({ ctx, input }) => {
    await check(ctx, input);
    const items = [...inboxOf(input.storeId).picture.values()].reverse();
    return { items: items.slice(0, SHOWN), known: items.length };
  }),

  connection: read.query(async ({ ctx, input }) => {
    await check(ctx, input);
    const channels = await createCaller(ctx).channels.list(input);
    const url = urlOf(input.storeId);
    const webhooks = channels.find(({ id }) => id === "webhooks");
    return {
      url,
      connected: webhooks?.parameters.webhookUrl === url,
      otherUrl: webhooks?.parameters.webhookUrl ?? null,
    };
  }),

  connect: procedure
    .meta({ access: "channels:write" })
    .input(InStore)
    .mutation(async ({ ctx, input }) => {
      await check(ctx, input);
      const [secret] = inboxSecrets(environment.secretKey, input.storeId);
      const parameters = { webhookUrl: urlOf(input.storeId), secret };
      return createCaller(ctx).channels.enable({ ...input, body: { type: "webhooks", parameters } });
    }),

  empty: write.mutation(async ({ ctx, input }) => {
    await check(ctx, input);
    emptyInbox(input.storeId);
  }),
});
