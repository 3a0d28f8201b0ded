import * as switches from "../../contract/switch.ts";
import type { TextKey } from "../../contract/texts.ts";
import { type App, route } from "../../http/route.ts";
import { actorOf } from "../audit/index.ts";
import { listSwitches, listSwitchTransactions } from "./list-switches.ts";
import { operateSwitch } from "./operate-switch.ts";
import { createSwitch, updateSwitch } from "./save-switch.ts";
import { confirmSwitchVerification } from "./verification.ts";

const said = (key: TextKey) => ({ success: true as const, message: { say: key } });

export function mountSwitches(app: App): void {
  route(app, switches.listSwitches, async ({ ctx, query, headers }) => {
    const list = await listSwitches(ctx, query);
    headers.set("x-total-count", String(list.total));
    return list.switches;
  });

  route(app, switches.switchTransactions, async ({ ctx, query, headers }) => {
    const list = await listSwitchTransactions(ctx, query);
    headers.set("x-total-count", String(list.total));
    return list.transactions;
  });

  route(app, switches.createSwitch, ({ ctx, caller, body }) => createSwitch(ctx, body, actorOf(caller)));

  route(app, switches.updateSwitch, ({ ctx, caller, params, body }) =>
    updateSwitch(ctx, params.id, body, actorOf(caller)),
  );

  route(app, switches.nameSwitchPayee, ({ ctx, caller, params, body }) =>
    confirmSwitchVerification(ctx, params.id, body.payeeName, actorOf(caller)),
  );

  route(app, switches.activateSwitch, async ({ ctx, caller, params }) => {
    const actualId = await operateSwitch(ctx, params.id, { type: "activated" }, actorOf(caller));
    return { ...said("switch_activated"), actualId };
  });

  route(app, switches.deactivateSwitch, async ({ ctx, caller, params }) => {
    const actualId = await operateSwitch(ctx, params.id, { type: "deactivated" }, actorOf(caller));
    return { ...said("switch_deactivated"), actualId };
  });

  route(app, switches.emergencyDeactivateSwitch, async ({ ctx, caller, params, body }) => {
    const act = { type: "stopped", reason: body.reason } as const;
    const actualId = await operateSwitch(ctx, params.id, act, actorOf(caller));
    return { ...said("switch_stopped"), actualId };
  });

  route(app, switches.deleteSwitch, async ({ ctx, caller, params }) => {
    await operateSwitch(ctx, params.id, { type: "archived" }, actorOf(caller));
    return said("switch_deleted");
  });
}
