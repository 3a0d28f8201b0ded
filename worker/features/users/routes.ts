import { say, type Text } from "../../contract/texts.ts";
import {
  allowDevice,
  disconnectDevice,
  extendBought,
  extendUser,
  listActiveUsers,
  listUsers,
  moveBought,
  moveUser,
  userDetails,
  userStats,
} from "../../contract/users.ts";
import { macOf } from "../../contract/values/subject.ts";
import { type App, route } from "../../http/route.ts";
import { providerOf } from "../../http/session.ts";
import { actorOf, record } from "../audit/index.ts";
import * as access from "../entitlements/index.ts";
import { giverOf } from "../rate-limits/index.ts";
import { deviceOfPayment } from "./bought-by.ts";
import * as extending from "./extend-user.ts";
import { knownUser } from "./known-user.ts";
import * as listing from "./list-users.ts";
import * as moving from "./move-user.ts";
import * as details from "./user-details.ts";

const moved: Record<access.Given, Text> = {
  moved: say("moved"),
  attached: say("moved_added"),
  here: say("moved_already"),
  moving: say("moved_later"),
};

export function mountUsers(app: App): void {
  mountForPlatform(app);

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

  route(app, userStats, ({ ctx, caller }) => listing.userStats(ctx, providerOf(caller).providerId));

  route(app, userDetails, ({ ctx, caller, params, query }) =>
    details.userDetails(ctx, providerOf(caller).providerId, { id: params.id, isLive: query.live === "true" }),
  );

  route(app, disconnectDevice, async ({ ctx, caller, params }) => {
    const { providerId } = providerOf(caller);
    const { subject } = await knownUser(ctx, providerId, params.id);
    const purchases = await access.cutOffDevice(ctx, providerId, subject);
    await record(ctx, {
      ...actorOf(caller),
      action: "user.disconnect",
      subject: macOf(subject),
      detail: { purchases },
    });
    const message = say("cut_off_done");
    return { success: true as const, message };
  });

  route(app, allowDevice, async ({ ctx, caller, params }) => {
    const { providerId } = providerOf(caller);
    const { subject } = await knownUser(ctx, providerId, params.id);
    const purchases = await access.allowDevice(ctx, providerId, subject);
    await record(ctx, {
      ...actorOf(caller),
      action: "user.allow",
      subject: macOf(subject),
      detail: { purchases },
    });
    return { success: true as const, message: say("allowed_again") };
  });

  route(app, extendUser, async ({ ctx, caller, params, body, idempotencyKey }) => {
    const giver = giverOf(providerOf(caller));
    const ask = { giver, id: params.id, minutes: body.minutes, idempotencyKey };
    const { userId, endsAt, entitlementId, repeated } = await extending.extendUser(ctx, ask);
    const expiresAt = new Date(endsAt).toISOString();
    if (!repeated)
      await record(ctx, {
        ...actorOf(caller),
        action: "user.extend",
        subject: userId,
        detail: { entitlementId, minutes: body.minutes, expiresAt },
      });
    return { success: true as const, message: given(body.minutes), expiresAt };
  });

  route(app, moveUser, async ({ ctx, caller, params, body }) => {
    const { providerId } = providerOf(caller);
    const ask = { providerId, id: params.id, macAddress: body.macAddress };
    const { userId, ...detail } = await moving.moveUser(ctx, ask);
    await record(ctx, { ...actorOf(caller), action: "user.move", subject: userId, detail });
    return { success: true as const, message: moved[detail.outcome] };
  });
}

/** An operator does for a payer what its provider does for a user. */
function mountForPlatform(app: App): void {
  route(app, extendBought, async ({ ctx, caller, params, body, idempotencyKey }) => {
    const { providerId, minutes } = body;
    const id = await deviceOfPayment(ctx, providerId, params.id);
    const ask = { giver: { providerId, adminId: null }, id, minutes, idempotencyKey };
    const { userId, endsAt, entitlementId, repeated } = await extending.extendUser(ctx, ask);
    const expiresAt = new Date(endsAt).toISOString();
    if (!repeated)
      await record(ctx, {
        ...actorOf(caller),
        providerId,
        action: "user.extend",
        subject: userId,
        detail: { payment: params.id, entitlementId, minutes, expiresAt },
      });
    return { success: true as const, message: given(minutes), expiresAt };
  });

  route(app, moveBought, async ({ ctx, caller, params, body }) => {
    const { providerId, macAddress } = body;
    const id = await deviceOfPayment(ctx, providerId, params.id);
    const { userId, ...detail } = await moving.moveUser(ctx, { providerId, id, macAddress });
    await record(ctx, {
      ...actorOf(caller),
      providerId,
      action: "user.move",
      subject: userId,
      detail: { payment: params.id, ...detail },
    });
    return { success: true as const, message: moved[detail.outcome] };
  });
}

/** `30 minutes`, `2 hours`, `3 days`: in the greatest unit that needs no fraction. */
function given(minutes: number): Text {
  if (minutes % 1_440 === 0) return say("given_days", { count: minutes / 1_440 });
  return minutes % 60 === 0
    ? say("given_hours", { count: minutes / 60 })
    : say("given_minutes", { count: minutes });
}
