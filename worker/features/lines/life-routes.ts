import * as contract from "../../contract/line-life.ts";
import { say, type Text } from "../../contract/texts.ts";
import { refuse } from "../../errors.ts";
import { type App, route } from "../../http/route.ts";
import { providerOf } from "../../http/session.ts";
import { actorOf, changesOf, record } from "../audit/index.ts";
import { claimIdempotencyKey } from "../rate-limits/index.ts";
import { lineNamed } from "./change-line.ts";
import { saveLineSettings } from "./cut-hours.ts";
import { lineSettings } from "./line-settings.ts";
import { usageOfLine } from "./line-usage.ts";
import {
  changePackage,
  giveDays,
  pause,
  previewPackage,
  remove,
  resume,
  setBlocking,
  setPassword,
} from "./line-uses.ts";
import type { MadeLine } from "./list-lines.ts";
import { moveLine } from "./move-line.ts";
import { namedProvider } from "./named-provider.ts";
import { servedUnpaid } from "./served-unpaid.ts";
import { whyLineOffline } from "./why-line-offline.ts";

const success = true as const;

const nameOf = ({ customer }: MadeLine) => customer.name;
const end = ({ paidUntil }: MadeLine) => ({ at: Date.parse(paidUntil ?? "") });

export function mountLineLife(app: App): void {
  route(app, contract.getLineSettings, ({ ctx, caller }) =>
    lineSettings(ctx.tenant(providerOf(caller).providerId)),
  );

  route(app, contract.saveLineSettings, async ({ ctx, caller, body }) => {
    const { providerId } = providerOf(caller);
    const before = await lineSettings(ctx.tenant(providerId));
    const settings = await saveLineSettings(ctx, providerId, body);
    const detail = changesOf(before, settings);
    await record(ctx, { ...actorOf(caller), action: "line.settings", subject: providerId, detail });
    return { success, message: say("line_settings_saved"), settings };
  });

  route(app, contract.listServedUnpaid, ({ ctx, caller }) =>
    servedUnpaid(ctx, providerOf(caller).providerId),
  );

  route(app, contract.giveLineDays, async ({ ctx, caller, params: { id }, body, idempotencyKey }) => {
    const provider = await namedProvider(ctx, providerOf(caller).providerId);
    const { days } = body;
    const asked = { id, days };
    const subject = { providerId: provider.id };
    const claim = await claimIdempotencyKey(ctx, subject, idempotencyKey, asked, crypto.randomUUID());
    const isNew = await giveDays(ctx, provider, id, days, claim.result);
    const line = await lineNamed(ctx, provider, id);
    const name = nameOf(line);
    if (isNew)
      await record(ctx, {
        ...actorOf(caller),
        action: "line.give_days",
        subject: id,
        detail: { name, days },
      });
    return { success, message: say("line_days_given", { count: days, name, end: end(line) }), line };
  });

  route(app, contract.pauseLine, async ({ ctx, caller, params: { id } }) => {
    const provider = await namedProvider(ctx, providerOf(caller).providerId);
    const count = await pause(ctx, provider, id);
    const line = await lineNamed(ctx, provider, id);
    const name = nameOf(line);
    await record(ctx, { ...actorOf(caller), action: "line.pause", subject: id, detail: { name } });
    return { success, message: say("line_paused", { name, count }), line };
  });

  route(app, contract.resumeLine, async ({ ctx, caller, params: { id } }) => {
    const provider = await namedProvider(ctx, providerOf(caller).providerId);
    await resume(ctx, provider, id);
    const line = await lineNamed(ctx, provider, id);
    const name = nameOf(line);
    await record(ctx, { ...actorOf(caller), action: "line.resume", subject: id, detail: { name } });
    return { success, message: say("line_resumed", { name, end: end(line) }), line };
  });

  route(app, contract.setLineBlocking, async ({ ctx, caller, params: { id }, body: { blocking } }) => {
    const { providerId, session } = providerOf(caller);
    if (blocking === "never" && session.role !== "owner") throw refuse("forbidden", "line_never_by_owner");
    const provider = await namedProvider(ctx, providerId);
    const isNews = await setBlocking(ctx, provider, id, blocking);
    const line = await lineNamed(ctx, provider, id);
    const name = nameOf(line);
    const detail = { name, blocking };
    if (isNews) await record(ctx, { ...actorOf(caller), action: "line.blocking", subject: id, detail });
    const said: Record<typeof blocking, Text> = {
      now: say("line_blocked_now", { name }),
      never: say("line_blocked_never", { name }),
      due: say("line_blocked_due", { name }),
    };
    return { success, message: said[blocking], line };
  });

  route(app, contract.setLinePassword, async ({ ctx, caller, params: { id }, body }) => {
    const provider = await namedProvider(ctx, providerOf(caller).providerId);
    await setPassword(ctx, provider, id, body.password);
    const line = await lineNamed(ctx, provider, id);
    const name = nameOf(line);
    await record(ctx, { ...actorOf(caller), action: "line.password", subject: id, detail: { name } });
    return { success, message: say("line_password_set", { name }), line };
  });

  route(app, contract.moveLine, async ({ ctx, caller, params: { id }, body, idempotencyKey }) => {
    const provider = await namedProvider(ctx, providerOf(caller).providerId);
    const asked = { id, ...body };
    const subject = { providerId: provider.id };
    const claim = await claimIdempotencyKey(ctx, subject, idempotencyKey, asked, crypto.randomUUID());
    const isNew = await moveLine(ctx, provider, id, { id: claim.result, routerId: body.routerId });
    const line = await lineNamed(ctx, provider, claim.result);
    const detail = { name: nameOf(line), router: line.router.name };
    if (isNew) await record(ctx, { ...actorOf(caller), action: "line.move", subject: line.id, detail });
    return { success, message: say("line_moved", detail), line };
  });

  route(app, contract.previewLinePackage, async ({ ctx, caller, params: { id }, query: { packageId } }) => {
    const provider = await namedProvider(ctx, providerOf(caller).providerId);
    const { paidUntil, ...days } = await previewPackage(ctx, provider, id, packageId);
    return { ...days, paidUntil: paidUntil === null ? null : new Date(paidUntil).toISOString() };
  });

  route(app, contract.changeLinePackage, async ({ ctx, caller, params: { id }, body }) => {
    const provider = await namedProvider(ctx, providerOf(caller).providerId);
    const { packageName } = await changePackage(ctx, provider, id, body.packageId, body.when);
    const line = await lineNamed(ctx, provider, id);
    const name = nameOf(line);
    const detail = { name, package: packageName, when: body.when };
    await record(ctx, { ...actorOf(caller), action: "line.package", subject: id, detail });
    const named = { name, package: packageName };
    if (body.when === "now") return { success, message: say("line_package_now", named), line };
    const message = line.next === null ? say("line_package_kept", named) : say("line_package_next", named);
    return { success, message, line };
  });

  route(app, contract.whyLineOffline, ({ ctx, caller, params: { id } }) =>
    whyLineOffline(ctx, providerOf(caller).providerId, id),
  );

  route(app, contract.lineUsage, ({ ctx, caller, params: { id } }) =>
    usageOfLine(ctx, providerOf(caller).providerId, id),
  );

  route(app, contract.removeLine, async ({ ctx, caller, params: { id } }) => {
    const provider = await namedProvider(ctx, providerOf(caller).providerId);
    const line = await lineNamed(ctx, provider, id);
    await remove(ctx, provider, id);
    const [name, { login }] = [nameOf(line), line];
    const detail = { name, login };
    await record(ctx, { ...actorOf(caller), action: "line.remove", subject: id, detail });
    const message =
      line.device === null
        ? say("line_removed", { name, login })
        : say("line_device_removed", { name, mac: login });
    return { success, message };
  });
}
