import type * as z from "zod";
import type { Context } from "../../context.ts";
import type { ActivityLine, listActivity as listActivityCall } from "../../contract/audit.ts";
import { type Made, say, type Text } from "../../contract/texts.ts";
import { among, joined, type Sql, sql } from "../../db/sql.ts";

// What people did in a provider's console, in words. An action without a sentence is not told, and of a line's detail only what its
// sentence takes.

type Line = { subject: string | null; detail: Readonly<Record<string, unknown>> };
type Sentence = (line: Line) => Text;

const text = (value: unknown) => (typeof value === "string" ? value : "");
const number = (value: unknown) => (typeof value === "number" ? value : 0);
const named =
  (key: string) =>
  ({ detail }: Line) => ({ name: text(detail[key]) });
const subject = (line: Line) => ({ name: line.subject ?? "" });
const username = named("username");
const name = named("name");
const counted =
  (key: string) =>
  ({ detail }: Line) => ({ count: number(detail[key]) });
const rows = counted("rows");

const sentences: Readonly<Record<string, Sentence>> = {
  "admin.log_in": () => say("did_log_in"),
  "admin.log_out": () => say("did_log_out"),
  "admin.log_out_everywhere": () => say("did_log_out_everywhere"),
  "admin.profile": () => say("did_change_profile"),
  "admin.password": () => say("did_set_password"),
  "admin.password_reset": () => say("did_reset_password"),
  "admin.ways_in_ended": () => say("did_end_ways_in"),
  "admin.second_factor_on": () => say("did_factor_on"),
  "admin.second_factor_off": () => say("did_factor_off"),
  "admin.second_factor_taken_off": (line) => say("did_take_factor_off", username(line)),
  "admin.recovery_codes_renewed": () => say("did_renew_codes"),
  "admin.recovery_code_used": () => say("did_use_recovery_code"),
  "settings.people": () => say("did_change_people_rules"),
  "admin.email_confirmed": () => say("did_confirm_email"),
  "admin.invite": (line) => say("did_invite", name(line)),
  "admin.withdraw_invitation": (line) => say("did_withdraw", name(line)),
  "admin.create": (line) => say("did_join", username(line)),
  "admin.role": (line) => say("did_change_role", username(line)),
  "admin.free_minutes": (line) => say("did_set_free_minutes", { ...username(line), ...counted("to")(line) }),
  "admin.disable": (line) => say("did_switch_off", username(line)),
  "admin.enable": (line) => say("did_switch_on", username(line)),
  "admin.signed_out": (line) => say("did_sign_out", username(line)),
  "admin.remove": (line) => say("did_remove", username(line)),
  "api_token.make": (line) => say("did_make_token", name(line)),
  "api_token.revoke": (line) => say("did_revoke_token", name(line)),
  "collection.consent": () => say("did_consent_to_collection"),
  "payout.request": () => say("did_request_payout"),
  "payout.destination": () => say("did_change_destination"),
  "plan.create": (line) => say("did_create_plan", name(line)),
  "plan.update": (line) => say("did_change_plan", name(line)),
  "plan.delete": () => say("did_delete_plan"),
  "voucher.generate": (line) => say("did_make_vouchers", counted("quantity")(line)),
  "voucher.give": (line) => say("did_give_vouchers", counted("quantity")(line)),
  "voucher.revoke": (line) => say("did_revoke_vouchers", counted("revoked")(line)),
  "voucher.assign_offline": (line) => say("did_lend_vouchers", counted("assigned")(line)),
  "voucher.take_back": (line) => say("did_take_vouchers", counted("asked")(line)),
  "import.begin": (line) => say("did_begin_import", { ...name(line), ...counted("rows")(line) }),
  "import.undo": (line) => say("did_undo_import", { ...name(line), ...counted("undone")(line) }),
  "user.disconnect": (line) => say("did_disconnect", subject(line)),
  "user.allow": (line) => say("did_allow", subject(line)),
  "user.extend": (line) => say("did_extend", { ...subject(line), ...counted("minutes")(line) }),
  "user.move": (line) => say("did_move", subject(line)),
  "access.cut-off": () => say("did_disconnect_purchase"),
  "access.allow": () => say("did_allow_purchase"),
  "outage.settle": (line) => say("did_settle_outage", counted("purchases")(line)),
  "transaction.retry": () => say("did_retry"),
  "paybill.attribute": () => say("did_attribute"),
  "settings.save": () => say("did_save_settings"),
  "trial.save": ({ detail }) =>
    detail.isOn === true
      ? say("did_offer_trial", counted("minutes")({ subject: null, detail }))
      : say("did_end_trial"),
  "router.add": (line) => say("did_add_router", name(line)),
  "router.take_to_site": (line) => say("did_take_router_to_site", name(line)),
  "router.give_back": (line) => say("did_give_router_back", name(line)),
  "router.change": (line) => say("did_change_router", name(line)),
  "router.remove": (line) => say("did_remove_router", name(line)),
  "router.set_up": (line) => say("did_set_up_router", name(line)),
  "router.own_devices": () => say("did_own_devices"),
  "router.hand_over_users": () => say("did_hand_over_users"),
  "router.keep_users": () => say("did_keep_users"),
  "bridge.code": (line) => say("did_bridge_code", subject(line)),
  "bridge.revoke": (line) => say("did_revoke_bridge", name(line)),
  "export.payments": (line) => say("did_export", rows(line)),
  "export.vouchers": (line) => say("did_export", rows(line)),
  "export.revenue": (line) => say("did_export", rows(line)),
  "export.data": () => say("did_export_data"),
  "report.make": () => say("did_report"),
  "billing.submit": () => say("did_submit_code"),
  "provider.suspend": () => say("did_suspend"),
  "provider.activate": () => say("did_activate"),
};

type Query = z.output<(typeof listActivityCall)["query"]>;
type Row = Omit<Made<typeof ActivityLine>, "at" | "what"> & {
  at: number;
  action: string;
  subject: string | null;
  detail: string | null;
};

/** Newest first, and how many there are. @param personId whose acts alone */
export async function listActivity(
  ctx: Context,
  providerId: string,
  { page = 1, pageSize = 100, personId }: Query,
): Promise<{ lines: Made<typeof ActivityLine>[]; total: number }> {
  const conditions: Sql[] = [
    sql`audit.provider_id = ${providerId}`,
    sql`audit.actor IN ('provider', 'platform')`,
    sql`audit.actor_id IS NOT NULL`,
    sql`audit.action IN ${among(Object.keys(sentences))}`,
    ...(personId ? [sql`audit.actor = 'provider' AND audit.actor_id = ${personId}`] : []),
  ];
  const where = joined(conditions, " AND ");
  const [found, [count]] = await ctx.platform.batch([
    sql<Row>`SELECT audit.id, audit.at, iif(audit.actor = 'provider', 'person', 'platform') AS kind,
        iif(audit.actor = 'provider', admin_names.name, NULL) AS who, audit.action, audit.subject, audit.detail
      FROM audit LEFT JOIN admin_names ON admin_names.admin_id = audit.actor_id
        AND admin_names.provider_id = ${providerId}
      WHERE ${where} ORDER BY audit.at DESC, audit.rowid DESC
      LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`,
    sql<{ total: number }>`SELECT count(*) AS total FROM audit WHERE ${where}`,
  ]);
  return { lines: found.flatMap(lineOf), total: count?.total ?? 0 };
}

function lineOf({ at, action, subject: about, detail, ...row }: Row): Made<typeof ActivityLine>[] {
  const sentence = sentences[action];
  if (!sentence) return [];
  const told: Line["detail"] = detail === null ? {} : JSON.parse(detail);
  const done = sentence({ subject: about, detail: told });
  const token = text(told.token);
  const what = token === "" ? done : say("did_by_token", { what: done, token });
  return [{ ...row, at: new Date(at).toISOString(), what }];
}
