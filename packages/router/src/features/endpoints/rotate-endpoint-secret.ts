import { isDeepStrictEqual } from "node:util";
import type { Context } from "../../kernel/context.ts";
import { openSealed, replaceSecret } from "../webhooks/index.ts";
import type { NewEndpoint, RotateEndpointSecret } from "./endpoints.schema.ts";
import {
  addressesWith,
  findOwner,
  type OfEndpoint,
  presentSettings,
  recordWrite,
  signatureOf,
  urlOf,
} from "./internal/endpoint-record.ts";
import { sealOwn } from "./internal/own-headers.ts";
import { presentEndpoint } from "./read-endpoints.ts";
import { changeEndpoint, lockEndpoint, newSigner, ownerTransaction } from "./save-endpoint.ts";

/**
 * For 24 hours calls are signed with both secrets. After the return every new call has the new signature.
 * @throws RetailerNotFound, EndpointNotFound, PreconditionFailed, QuotaExceeded; ValidationFailed as `newSigner`
 */
export async function rotateEndpointSecret(
  ctx: Context,
  input: OfEndpoint & { body: RotateEndpointSecret },
): Promise<NewEndpoint> {
  const { immediate, secret: given, signature } = input.body;
  const owner = await findOwner(ctx, input);
  const now = ctx.now();
  return ownerTransaction(ctx, owner, async (tx) => {
    const before = await lockEndpoint(ctx, tx, owner, input.endpointId);
    const { secret, publicKey, shown } = newSigner(ctx, signature ?? signatureOf(before), given);
    const signer = { endpointId: before.id };
    const { secrets, headers } = openSealed(ctx.vault, signer, before.secret);
    const replaced = replaceSecret(secrets, secret, { now, immediate });
    if (isDeepStrictEqual(replaced, secrets)) return { ...(await presentEndpoint(tx, before, now)), secret: shown };
    const change = {
      ...sealOwn(ctx.vault, before.id, { secrets: replaced, headers }),
      publicKey,
      urls: addressesWith(before, urlOf(before)),
    };
    const row = await changeEndpoint(ctx, tx, before, change);
    await recordWrite(ctx, tx, row, "rotate", { before: presentSettings(before), after: presentSettings(row) });
    return { ...(await presentEndpoint(tx, row, now)), secret: shown };
  });
}
