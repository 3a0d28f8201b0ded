import type { Context } from "../../context.ts";
import * as contract from "../../contract/adoption.ts";
import { say } from "../../contract/texts.ts";
import { parseKenyanMobile } from "../../contract/values/phone.ts";
import { AppError, refuse } from "../../errors.ts";
import { type App, route } from "../../http/route.ts";
import { providerOf } from "../../http/session.ts";
import { actorOf, record } from "../audit/index.ts";
import { saveCustomer } from "../customers/index.ts";
import { claimIdempotencyKey } from "../rate-limits/index.ts";
import { adoptDevices } from "./adopt-devices.ts";
import { adoptLines } from "./adopt-lines.ts";
import { remove } from "./line-uses.ts";
import { namedProvider, type Provider } from "./named-provider.ts";
import { secretsOf, shownSecret } from "./router-secrets.ts";

const success = true as const;

export function mountAdoption(app: App): void {
  route(app, contract.readSecrets, async ({ ctx, caller, params }) => {
    const { secrets, left } = await secretsOf(ctx, providerOf(caller).providerId, params.id);
    return { secrets: secrets.map(shownSecret), left };
  });

  route(app, contract.adoptLines, async ({ ctx, caller, params, body, idempotencyKey }) => {
    const { providerId } = providerOf(caller);
    const asked = { routerId: params.id, ...body };
    const claim = await claimIdempotencyKey(ctx, { providerId }, idempotencyKey, asked, crypto.randomUUID());
    const { routerName, ...done } = await adoptLines(ctx, providerId, params.id, body.lines, claim.result);
    const count = done.adopted.length;
    if (count > 0)
      await record(ctx, {
        ...actorOf(caller),
        action: "line.adopt",
        subject: params.id,
        detail: { count, router: routerName },
      });
    return { success, message: say("lines_adopted", { count, router: routerName }), ...done };
  });

  route(app, contract.adoptDevices, async ({ ctx, caller, params, body, idempotencyKey }) => {
    const { providerId, session } = providerOf(caller);
    const asked = { routerId: params.id, ...body };
    const claim = await claimIdempotencyKey(ctx, { providerId }, idempotencyKey, asked, crypto.randomUUID());
    const asker = { isOwner: true, name: session.name || session.username };
    const {
      routerName: router,
      isClosedNow,
      ...done
    } = await adoptDevices(ctx, providerId, params.id, body, asker, claim.result);
    const count = done.adopted.length;
    const { network } = body;
    if (isClosedNow)
      await record(ctx, {
        ...actorOf(caller),
        action: "line.network_close",
        subject: params.id,
        detail: { network, router },
      });
    if (count > 0)
      await record(ctx, {
        ...actorOf(caller),
        action: "line.adopt",
        subject: params.id,
        detail: { count, router },
      });
    return { success, message: say("lines_adopted", { count, router }), ...done };
  });

  route(app, contract.handBackLines, async ({ ctx, caller, body }) => {
    const provider = await namedProvider(ctx, providerOf(caller).providerId);
    let count = 0;
    try {
      for (const id of new Set(body.lines)) if (await isHandedBack(ctx, provider, id)) count += 1;
    } finally {
      const detail = { count };
      if (count > 0)
        await record(ctx, { ...actorOf(caller), action: "line.hand_back", subject: provider.id, detail });
    }
    if (count === 0) throw refuse("not_found", "line_gone");
    return { success, message: say("lines_handed_back", { count }) };
  });

  route(
    app,
    contract.saveCustomer,
    async ({ ctx, caller, params: { id }, body: { name, phoneNumber, email } }) => {
      const phone = phoneNumber === null ? "" : parseKenyanMobile(phoneNumber);
      if (phone === undefined) throw refuse("invalid", "phone_invalid").at("phoneNumber");
      const { providerId } = providerOf(caller);
      if (!(await saveCustomer(ctx, providerId, id, { name, phone, email })))
        throw refuse("not_found", "customer_gone");
      await record(ctx, { ...actorOf(caller), action: "customer.update", subject: id, detail: { name } });
      return { success, message: say("customer_saved", { name }) };
    },
  );
}

/** False: it is none of the provider's lines any more, as after a call that was cut off. */
async function isHandedBack(ctx: Context, provider: Provider, id: string): Promise<boolean> {
  try {
    await remove(ctx, provider, id, true);
    return true;
  } catch (cause) {
    if (cause instanceof AppError && cause.code === "not_found") return false;
    throw cause;
  }
}
