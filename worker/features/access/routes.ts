import type { Context } from "../../context.ts";
import { allowUser, disconnectUser } from "../../contract/access.ts";
import { bridgeLine, createBridgeCode, enrolBridge } from "../../contract/bridge.ts";
import { listRouters, testRouter } from "../../contract/routers.ts";
import { AppError } from "../../errors.ts";
import { type App, route } from "../../http/route.ts";
import { providerOf } from "../../http/session.ts";
import { record } from "../audit/index.ts";
import { limitFor } from "../limits/index.ts";
import { assignedRouters } from "../routers/index.ts";
import { bridgeObjectFor } from "./bridge-object.ts";
import { allowAgain, cutOff } from "./cut-off.ts";
import * as enrolment from "./enrol-bridge.ts";
import type { RouterNow } from "./live-view.ts";

/** A list is shown without what an object that cannot be reached would add to it. */
async function routerNow(ctx: Context, bridgeId: string, routerId: string): Promise<RouterNow | null> {
  try {
    return await bridgeObjectFor(ctx, bridgeId).routerNow(routerId);
  } catch (cause) {
    console.error("router list", cause);
    return null;
  }
}

export function mountAccess(app: App): void {
  route(app, bridgeLine, async ({ ctx, request, params }) => {
    if (request.headers.get("upgrade")?.toLowerCase() !== "websocket") {
      throw new AppError("invalid", "A bridge dials in with a WebSocket.");
    }
    const bridge = await ctx.lookup.bridgeByKey(params.id);
    if (!bridge) throw new AppError("not_found", "This bridge is not enrolled.");
    const headers = new Headers(request.headers);
    headers.set("x-bridge-id", bridge.id);
    headers.set("x-bridge-key", bridge.publicKey);
    return bridgeObjectFor(ctx, bridge.id).fetch(new Request(request.url, { headers }));
  });

  route(app, enrolBridge, async ({ ctx, request, body }) => {
    const network = request.headers.get("cf-connecting-ip") ?? "local";
    const tries = await limitFor(ctx, { network }).attempt({ key: "enrol", windowMs: 600_000, max: 30 });
    if (!tries.allowed) throw new AppError("too_many", "Too many tries. Wait ten minutes and try again.");
    return enrolment.enrolBridge(ctx, body.code, body.publicKey);
  });

  route(app, createBridgeCode, async ({ ctx, caller, body }) => {
    const { code, expiresAt } = await enrolment.createBridgeCode(ctx, providerOf(caller), body.name);
    return { code, expiresAt: new Date(expiresAt).toISOString() };
  });

  route(app, listRouters, async ({ ctx, caller }) => {
    const { providerId } = providerOf(caller);
    const rows = await assignedRouters(ctx, providerId);
    return Promise.all(
      rows.map(async (row) => {
        const now = row.bridgeId ? await routerNow(ctx, row.bridgeId, row.id) : null;
        const seen = Math.max(now?.at ?? 0, row.lastSeenAt ?? 0);
        return {
          id: row.id,
          name: row.name,
          host: row.host,
          port: row.port,
          username: row.username,
          isActive: row.status === "active",
          isOnline: now?.online ?? false,
          lastSeen: seen > 0 ? new Date(seen).toISOString() : null,
          location: row.location,
          connectionType: row.connectionType,
          providerId,
        };
      }),
    );
  });

  route(app, testRouter, async ({ ctx, caller, params }) => {
    const { providerId } = providerOf(caller);
    const router = await ctx.lookup.routerById(params.id);
    if (router?.providerId !== providerId) throw new AppError("not_found", "This router does not exist.");
    if (!router.bridgeId) throw new AppError("unavailable", "No bridge installed");
    const answer = await bridgeObjectFor(ctx, router.bridgeId).request(
      { kind: "test", routerId: router.id },
      10_000,
    );
    if (answer.kind === "offline")
      throw new AppError("unavailable", "The bridge at this site is not connected.");
    if (answer.kind === "silent") return { success: false, message: "The router did not answer in time." };
    return { success: answer.ok, message: answer.message };
  });

  route(app, disconnectUser, async ({ ctx, caller, params }) => {
    const { providerId, adminId } = providerOf(caller);
    await cutOff(ctx, providerId, params.id);
    await record(ctx, {
      actor: "provider",
      actorId: adminId,
      providerId,
      action: "access.cut-off",
      subject: params.id,
    });
    return {
      success: true as const,
      message: "Cut off. The bought time runs on; you can allow this device again.",
    };
  });

  route(app, allowUser, async ({ ctx, caller, params }) => {
    const { providerId, adminId } = providerOf(caller);
    await allowAgain(ctx, providerId, params.id);
    await record(ctx, {
      actor: "provider",
      actorId: adminId,
      providerId,
      action: "access.allow",
      subject: params.id,
    });
    return { success: true as const, message: "Allowed again." };
  });
}
