import type { Context } from "../../context.ts";
import type { LineBlocking } from "../../contract/values/line-choices.ts";
import { dayMs } from "../../contract/values/time.ts";
import type { LineTerms } from "../../db/schema/tenant.ts";
import { sealedPlace } from "../../db/sealed-columns.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { actOnLine, changeStatements, type LineRead, readLine } from "./change-line.ts";
import { blockedAs, onPackage, paused, resumed } from "./line-acts.ts";
import { givenDays, withoutPeriod, withoutRow } from "./line-periods.ts";
import { isAt, periodStatement, saveStatements } from "./line-rows.ts";
import { standingOf } from "./line-state.ts";
import type { Provider } from "./named-provider.ts";
import { termsOfPackage } from "./packages.ts";
import { returnStatements } from "./settle-account.ts";

// What a provider does with a line by hand.

/** @param askId of a repeat, which gives none twice @throws AppError not_found, conflict */
export async function giveDays(
  ctx: Context,
  provider: Provider,
  id: string,
  days: number,
  askId: string,
): Promise<boolean> {
  const isGiven = ({ standing }: LineRead) => standing.some((period) => period.askId === askId);
  const before = await actOnLine(ctx, provider, id, (read) => {
    if (isGiven(read)) return null;
    const { line, hours, now } = read;
    const given = givenDays(line, days, hours, now);
    return [periodStatement(given, now, sql`true`, askId), ...saveStatements(line, given.after, now)];
  });
  return !isGiven(before);
}

/** Gives the days that are kept, begun ones whole. @throws AppError not_found, conflict, refused unless it is paid */
export async function pause(ctx: Context, provider: Provider, id: string): Promise<number> {
  const { line, now } = await actOnLine(ctx, provider, id, (read) => {
    if (read.line.pausedAt !== null) return null;
    if (standingOf(read.line, read.now) !== "open") throw refuse("refused", "line_not_paid");
    return changeStatements(read, paused(read.line, read));
  });
  return Math.ceil(((line.paidUntil ?? now) - (line.pausedAt ?? now)) / dayMs);
}

/** @throws AppError not_found, conflict, refused */
export async function resume(ctx: Context, provider: Provider, id: string): Promise<void> {
  await actOnLine(ctx, provider, id, (read) => {
    if (read.line.pausedAt === null) throw refuse("refused", "line_not_paused");
    return changeStatements(read, resumed(read.line, read.standing, read));
  });
}

/** Says whether anything changed. @throws AppError not_found, conflict */
export async function setBlocking(
  ctx: Context,
  provider: Provider,
  id: string,
  blocking: LineBlocking,
): Promise<boolean> {
  const wasSo = ({ line }: LineRead) =>
    blocking === (line.heldAt !== null ? "now" : line.isKeptOn ? "never" : "due");
  const before = await actOnLine(ctx, provider, id, (read) =>
    wasSo(read) ? null : changeStatements(read, blockedAs(blocking, read.line, read.standing, read)),
  );
  return !wasSo(before);
}

/** The session that stands goes on; the next dial needs it. @throws AppError not_found, conflict, refused for a fixed device */
export async function setPassword(
  ctx: Context,
  provider: Provider,
  id: string,
  password: string,
): Promise<void> {
  const sealed = ctx.keys.seal(password, sealedPlace("lines", id));
  const known = await ctx
    .tenant(provider.id)
    .first(sql<{ kind: string }>`SELECT kind FROM lines WHERE id = ${id} AND closed_at IS NULL`);
  if (known?.kind === "device") throw refuse("refused", "line_is_device");
  await actOnLine(ctx, provider, id, ({ line, now }) => [
    sql`UPDATE lines SET password = ${sealed} WHERE ${isAt(line)} AND id = ${id}`,
    ...saveStatements(line, line, now),
  ]);
}

/** What another package would make of it now. @throws AppError not_found, refused */
export async function previewPackage(
  ctx: Context,
  provider: Provider,
  id: string,
  packageId: string | undefined,
): Promise<{ daysLeft: number; daysThen: number; paidUntil: number | null }> {
  const read = await readLine(ctx, ctx.tenant(provider.id), id);
  const terms = packageId === undefined ? read.line.terms : await termsOfPackage(ctx, provider.id, packageId);
  expectChangeable(read);
  const { after } = onPackage(terms, read.line, read.standing, read);
  const left = (until: number | null) => Math.round((Math.max(0, (until ?? 0) - read.now) / dayMs) * 10) / 10;
  const paidUntil = (after.paidUntil ?? 0) > read.now ? after.paidUntil : null;
  return { daysLeft: left(read.line.paidUntil), daysThen: left(after.paidUntil), paidUntil };
}

/** `renewal`: with its next payment; the package that it has takes back what was chosen so. @throws AppError not_found, conflict, refused */
export async function changePackage(
  ctx: Context,
  provider: Provider,
  id: string,
  packageId: string,
  when: "now" | "renewal",
): Promise<LineTerms> {
  await readLine(ctx, ctx.tenant(provider.id), id);
  const terms = await termsOfPackage(ctx, provider.id, packageId);
  await actOnLine(ctx, provider, id, (read) => {
    expectChangeable(read);
    const { line } = read;
    if (when === "now") return changeStatements(read, onPackage(terms, line, read.standing, read));
    const nextTerms = JSON.stringify(terms) === JSON.stringify(line.terms) ? null : terms;
    return changeStatements(read, { after: { ...line, nextTerms }, moved: [] });
  });
  return terms;
}

export function expectChangeable({ line }: LineRead): void {
  if (line.pausedAt !== null) throw refuse("refused", "line_is_paused");
  if (line.nextAt !== null) throw refuse("refused", "line_next_paid", { begin: { at: line.nextAt } });
}

/**
 * What was paid for periods that have not begun is the customer's again.
 * @param isHandedBack it is its router's own again, as it was @throws AppError not_found, conflict; refused where it was made here
 */
export async function remove(
  ctx: Context,
  provider: Provider,
  id: string,
  isHandedBack = false,
): Promise<void> {
  await actOnLine(ctx, provider, id, ({ line, standing, hours, now, customerId, isAdopted }) => {
    if (isHandedBack && !isAdopted) throw refuse("refused", "line_not_adopted");
    const statements: Sql[] = [];
    let [present, rest] = [line, standing];
    for (;;) {
      const ahead = rest.findLast(({ from, cents }) => cents > 0 && from >= (line.pausedAt ?? now));
      if (!ahead) break;
      statements.push(...returnStatements(customerId, present, rest, ahead, hours, now, sql`true`));
      rest = withoutRow(rest, ahead);
      present = { ...withoutPeriod(present, rest, hours, now), rev: present.rev + 1 };
    }
    const closed = { ...present, closedAt: now, nextTerms: null, nextAt: null };
    const back = sql`UPDATE lines SET is_handed_back = ${isHandedBack} WHERE ${isAt(present)} AND id = ${id}`;
    return [...statements, back, ...saveStatements(present, closed, now)];
  });
}
