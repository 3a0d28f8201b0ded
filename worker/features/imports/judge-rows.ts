import type { Context } from "../../context.ts";
import type { CodeFault, ImportFault, ImportRow, ImportVerdict, NotKept } from "../../contract/imports.ts";
import type { CodeTally } from "../../contract/values/code-strength.ts";
import { isCutNumber } from "../../contract/values/pasted.ts";
import { parseKenyanMobile } from "../../contract/values/phone.ts";
import { parseDevice, type Subject } from "../../contract/values/subject.ts";
import { dayMs, minuteMs } from "../../contract/values/time.ts";
import { foreignCodeFault, importedCode } from "../../contract/values/voucher-code.ts";
import type { Terms } from "../../db/schema/tenant.ts";
import { among, sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { sha256 } from "../../keys.ts";
import { planById, termsOf } from "../plans/index.ts";
import { newVoucherCode } from "../vouchers/index.ts";
import { fullLengths, liveCodes } from "./code-strength.ts";

/** Time that somebody is said to have left ends at the latest so long from now. */
const longestLeftMs = 731 * dayMs;

/** What a row would bring. `code`: stored form; `foreignCode`: as printed, null = a new one of ours. */
export type VoucherToBring = {
  row: number;
  id: string;
  code: string;
  foreignCode: string | null;
  planId: string;
  terms: Terms;
  expiresAt: number | null;
};
export type DeviceToBring = {
  row: number;
  id: string;
  subject: Subject;
  phone: string | null;
  terms: Terms;
  endsAt: number;
};
export type Judged = {
  verdicts: ImportVerdict[];
  vouchers: VoucherToBring[];
  devices: DeviceToBring[];
  /** Of the vouchers beside which they were judged. */
  newest: NewestVoucher;
};

/** Another once any voucher came. */
export type NewestVoucher = { at: number | null; row: number | null };
// Apart: two in one SELECT would read the whole table.
export const newestVoucher = sql<NewestVoucher>`SELECT (SELECT max(created_at) FROM vouchers) AS at,
  (SELECT max(rowid) FROM vouchers) AS row`;

type Asked = {
  rows: readonly ImportRow[];
  routerId?: string | undefined;
  /** Codes of the same file that were tried already. */
  before?: readonly CodeTally[] | undefined;
};

type Held = { id: string; code: string; importId: string | null; isFree: 0 | 1 };

/** By the rows as they are now. @param importId of the import that brings them; null = nothing is brought @throws AppError not_found */
export async function judgeRows(
  ctx: Context,
  providerId: string,
  importId: string | null,
  { rows, routerId, before = [] }: Asked,
): Promise<Judged> {
  const now = ctx.now();
  const db = ctx.tenant(providerId);
  if (routerId !== undefined && (await ctx.lookup.routerById(routerId))?.providerId !== providerId)
    throw refuse("not_found", "no_such_router");
  const plans = new Map<string, Terms>();
  for (const planId of new Set(rows.map((row) => row.planId))) {
    const plan = await planById(db, planId);
    if (plan) plans.set(planId, termsOf(plan));
  }
  const codes = rows.flatMap(({ code }) => importedCode(code ?? "") ?? []);
  const subjects = rows.flatMap(({ mac }) => parseDevice(mac ?? "") ?? []);
  const [held, busy, live, [newest]] = await db.batch([
    sql<Held>`SELECT id, code, import_id AS importId,
        used_at IS NULL AND revoked_at IS NOT NULL AND import_id IS NOT NULL
          AND import_id IN (SELECT id FROM imports WHERE undone_at IS NOT NULL) AS isFree
      FROM vouchers WHERE code IN ${among(codes)}`,
    sql<{
      subject: Subject;
      id: string;
    }>`SELECT devices.subject, entitlements.id FROM devices JOIN entitlements
        ON entitlements.id = devices.entitlement_id
      WHERE devices.subject IN ${among(subjects)} AND devices.detached_at IS NULL
        AND entitlements.state IN ('waiting', 'running', 'cut_off')
        AND (entitlements.ends_at IS NULL OR entitlements.ends_at > ${now})`,
    liveCodes(codes, importId, now),
    newestVoucher,
  ]);
  const known = new Map(held.map((one) => [one.code, one]));
  const taken = new Map(busy.map(({ subject, id }) => [subject, id]));
  const judged: Judged = {
    verdicts: [],
    vouchers: [],
    devices: [],
    newest: newest ?? { at: null, row: null },
  };
  // A code that is there already is refused, or was told before.
  const fresh = new Set(
    rows.flatMap(({ code, kind, mac }) => {
      const parsed = kind === "voucher" || mac === undefined ? importedCode(code ?? "") : undefined;
      return parsed !== undefined && known.get(parsed)?.isFree !== 0 ? [parsed] : [];
    }),
  );
  const full = fullLengths(fresh, live, before);
  const seen = new Set<string>();

  const say = (
    row: ImportRow,
    becomes: ImportVerdict["becomes"],
    code: string | null,
    notKept: NotKept[] = [],
  ) => judged.verdicts.push({ row: row.row, becomes, fault: null, code, notKept });
  const refuseRow = (row: ImportRow, fault: ImportFault) =>
    judged.verdicts.push({ row: row.row, becomes: "refused", fault, code: null, notKept: [] });

  /** Undefined where the code is free, or this row's own from an earlier telling. */
  const codeFault = (row: ImportRow): CodeFault | undefined => {
    const fault = foreignCodeFault(row.code ?? "");
    if (fault) return fault;
    const code = importedCode(row.code ?? "") ?? "";
    const there = known.get(code);
    // One made here is of no import, as a row is that is only tried.
    const isOwn =
      importId !== null &&
      there?.importId === importId &&
      (there.id === idOf(importId, row) || !there.id.startsWith(`${importId}-`));
    if (seen.has(code) || (there && there.isFree === 0 && !isOwn)) return "code_taken";
    if (fresh.has(code) && full.has(code.length)) return "code_guessable";
    seen.add(code);
    return undefined;
  };

  for (const row of rows) {
    const terms = plans.get(row.planId);
    const endsAt = row.endsAt === undefined ? null : Date.parse(row.endsAt);
    if (!terms) refuseRow(row, "plan_gone");
    else if (endsAt !== null && endsAt <= now) refuseRow(row, "ended");
    else if (row.kind === "voucher") {
      const fault = codeFault(row);
      if (fault) {
        refuseRow(row, fault);
        continue;
      }
      const printed = row.code?.trim() ?? "";
      judged.vouchers.push(voucherOf(row, importId, printed, terms, endsAt));
      say(row, "voucher", printed, phoneAlone(row));
    } else if (endsAt === null) refuseRow(row, "end_missing");
    // Its time passes in some hours alone, while the other system's went on till its end.
    else if (terms.hours) refuseRow(row, "plan_hours");
    else if (endsAt > now + longestLeftMs) refuseRow(row, "end_far");
    else {
      // It was paid in the other system: no sale here.
      const left = { ...terms, priceCents: 0, durationMs: wholeMinutes(endsAt - now) };
      if (row.mac === undefined) {
        const why = row.code === undefined ? undefined : codeFault(row);
        const printed = row.code === undefined || why ? null : row.code.trim();
        judged.vouchers.push(voucherOf(row, importId, printed, { ...left, endsBy: endsAt }, endsAt));
        say(row, "code", printed, [...(why ? [{ value: "code" as const, why }] : []), ...phoneAlone(row)]);
        continue;
      }
      const subject = parseDevice(row.mac);
      const id = sha256(`imported ${providerId} ${importId} ${row.row}`).slice(0, 32);
      if (!subject) refuseRow(row, "mac_wrong");
      else if (routerId === undefined) refuseRow(row, "router_missing");
      else if (seen.has(subject) || (taken.has(subject) && taken.get(subject) !== id))
        refuseRow(row, "device_busy");
      else {
        seen.add(subject);
        const phone = parseKenyanMobile(row.phone ?? "") ?? null;
        judged.devices.push({ row: row.row, id, subject, phone, terms: left, endsAt });
        say(row, "device", null, [
          ...(row.code === undefined ? [] : [{ value: "code" as const, why: "on_device" as const }]),
          ...(row.phone === undefined || phone ? [] : [unreadable(row.phone)]),
        ]);
      }
    }
  }
  return judged;
}

/** Who has a voucher is known when it is entered. */
const phoneAlone = ({ phone }: ImportRow): NotKept[] =>
  phone === undefined ? [] : [{ value: "phone", why: "no_device" }];
const unreadable = (phone: string): NotKept => ({
  value: "phone",
  why: isCutNumber(phone) ? "phone_digits" : "phone_wrong",
});

const wholeMinutes = (ms: number) => Math.max(1, Math.ceil(ms / minuteMs)) * minuteMs;

const idOf = (importId: string | null, { row }: ImportRow) => `${importId}-${row}`;

function voucherOf(
  row: ImportRow,
  importId: string | null,
  printed: string | null,
  terms: Terms,
  expiresAt: number | null,
): VoucherToBring {
  const code = printed === null ? newVoucherCode() : (importedCode(printed) ?? "");
  return {
    row: row.row,
    id: idOf(importId, row),
    code,
    foreignCode: printed,
    planId: row.planId,
    terms,
    expiresAt,
  };
}
