import {
  allowDevice,
  disconnectDevice,
  extendUser,
  listActiveUsers,
  listUsers,
  moveUser,
  userDetails,
} from "../../contract/users.ts";
import { type App, route } from "../../http/route.ts";
import { providerOf } from "../../http/session.ts";
import { actorOf, record } from "../audit/index.ts";
import * as access from "../entitlements/index.ts";
import * as extending from "./extend-user.ts";
import { knownUser } from "./known-user.ts";
import * as listing from "./list-users.ts";
import * as moving from "./move-user.ts";
import * as details from "./user-details.ts";

const moved: Record<access.Given, string> = {
  moved: "Moved. The new device is being connected.",
  attached: "Added: this plan is for several devices, and there was room for one more.",
  here: "This device has the purchase already. It is being connected.",
  moving: "On its way: it comes to the new device as soon as the other router has let go of it.",
};

export function mountUsers(app: App): void {
  route(app, listActiveUsers, async ({ ctx, caller, query, headers }) => {
    const { providerId } = providerOf(caller);
    const { users, total } = await listing.listUsers(ctx, providerId, { ...query, status: "active" });
    headers.set("x-total-count", String(total));
    return users;
  });

  route(app, listUsers, async ({ ctx, caller, query, headers }) => {
    const { users, total } = await listing.listUsers(ctx, providerOf(caller).providerId, query);
    headers.set("x-total-count", String(total));
    return users;
  });

  route(app, userDetails, ({ ctx, caller, params }) =>
    details.userDetails(ctx, providerOf(caller).providerId, params.id),
  );

  route(app, disconnectDevice, async ({ ctx, caller, params }) => {
    const { providerId } = providerOf(caller);
    const { mac } = await knownUser(ctx, providerId, params.id);
    const purchases = await access.cutOffDevice(ctx, providerId, mac);
    await record(ctx, { ...actorOf(caller), action: "user.disconnect", subject: mac, detail: { purchases } });
    const message = "Cut off. The bought time runs on; you can allow this device again.";
    return { success: true as const, message };
  });

  route(app, allowDevice, async ({ ctx, caller, params }) => {
    const { providerId } = providerOf(caller);
    const { mac } = await knownUser(ctx, providerId, params.id);
    const purchases = await access.allowDevice(ctx, providerId, mac);
    await record(ctx, { ...actorOf(caller), action: "user.allow", subject: mac, detail: { purchases } });
    return { success: true as const, message: "Allowed again." };
  });

  route(app, extendUser, async ({ ctx, caller, params, body, idempotencyKey }) => {
    const { providerId } = providerOf(caller);
    const ask = { providerId, id: params.id, minutes: body.minutes, idempotencyKey };
    const { mac, endsAt, entitlementId, repeated } = await extending.extendUser(ctx, ask);
    const expiresAt = new Date(endsAt).toISOString();
    if (!repeated)
      await record(ctx, {
        ...actorOf(caller),
        action: "user.extend",
        subject: mac,
        detail: { entitlementId, minutes: body.minutes, expiresAt },
      });
    return { success: true as const, message: `${named(body.minutes)} more given.`, expiresAt };
  });

  route(app, moveUser, async ({ ctx, caller, params, body }) => {
    const { providerId } = providerOf(caller);
    const ask = { providerId, id: params.id, macAddress: body.macAddress };
    const { mac, ...detail } = await moving.moveUser(ctx, ask);
    await record(ctx, { ...actorOf(caller), action: "user.move", subject: mac, detail });
    return { success: true as const, message: moved[detail.outcome] };
  });
}

/** `30 minutes`, `2 hours`, `3 days`: in the greatest unit that needs no fraction. */
function named(minutes: number): string {
  const units = [
    ["day", 1_440],
    ["hour", 60],
    ["minute", 1],
  ] as const;
  const [word, size] = units.find(([, one]) => minutes % one === 0) ?? ["minute", 1];
  const count = minutes / size;
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
