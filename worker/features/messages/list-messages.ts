import { and, desc, eq, inArray, ne, type SQL } from "drizzle-orm";
import type * as z from "zod";
import type { Context } from "../../context.ts";
import type * as contract from "../../contract/messages.ts";
import { parseKenyanMobile } from "../../contract/values/phone.ts";
import { messages } from "../../db/schema/tenant.ts";
import { type Sql, sql, whereAll } from "../../db/sql.ts";
import type { StoredMessage } from "./message-rows.ts";
import { claimLink, type Writer, writerOf } from "./text-of.ts";

type Query = z.output<typeof contract.listMessages.query>;

/** One that is being sent waits, for who looks at it. */
const storedStates = (state: contract.MessageState): StoredMessage["state"][] =>
  state === "waiting" ? ["waiting", "sending"] : [state];

/** @param withMoney the mornings, too, which say what came in */
export async function listMessages(
  ctx: Context,
  providerId: string,
  { page = 1, pageSize = 50, state, kind, phone, q }: Query,
  withMoney: boolean,
): Promise<{ rows: contract.Message[]; total: number }> {
  const db = ctx.tenant(providerId);
  const typed = phone ?? q;
  // A number that is none has no messages.
  const number = typed === undefined ? undefined : (parseKenyanMobile(typed) ?? "");
  const conditions: SQL[] = [];
  const counted: Sql[] = [];
  if (!withMoney) {
    conditions.push(ne(messages.kind, "morning"));
    counted.push(sql`kind <> 'morning'`);
  }
  if (state) {
    const states = storedStates(state);
    conditions.push(inArray(messages.state, states));
    counted.push(sql`state IN (${states[0] ?? ""}, ${states[1] ?? states[0] ?? ""})`);
  }
  if (kind) {
    conditions.push(eq(messages.kind, kind));
    counted.push(sql`kind = ${kind}`);
  }
  if (number !== undefined) {
    conditions.push(eq(messages.phone, number));
    counted.push(sql`phone = ${number}`);
  }
  const [rows, count, writer] = await Promise.all([
    db.select(messages, {
      where: and(...conditions),
      orderBy: [desc(messages.createdAt), desc(messages.id)],
      limit: pageSize,
      offset: (page - 1) * pageSize,
    }),
    db.first(sql<{ total: number }>`SELECT count(*) AS total FROM messages ${whereAll(counted)}`),
    writerOf(ctx, db),
  ]);
  return { rows: rows.map((row) => messageAnswer(writer, row)), total: count?.total ?? 0 };
}

export function messageAnswer(
  { page }: Pick<Writer, "page">,
  { id, kind, phone, language, given, text, segments, cents, state, reason, ...at }: StoredMessage,
): contract.Message {
  const moment = (one: number | null) => (one === null ? null : new Date(one).toISOString());
  const shown = state === "sending" ? "waiting" : state;
  return {
    id,
    kind,
    phoneNumber: phone,
    language,
    segments,
    text:
      text
        ?.replaceAll("{link}", given.account === undefined ? claimLink(page, "…") : `${page}/my/…`)
        .replaceAll("{code}", "••••••")
        .replace(/\{stop\}$/, "…") ?? null,
    price: cents === null ? null : cents / 100,
    state: shown,
    reason: reason as contract.Message["reason"],
    createdAt: new Date(at.createdAt).toISOString(),
    nextAt: shown === "waiting" ? moment(at.nextAt) : null,
    sentAt: moment(at.sentAt),
  };
}
