import type { Context } from "../../context.ts";
import { type LineImportRow, type LineImportVerdict, mostBroughtIn } from "../../contract/line-imports.ts";
import type { Made, Text } from "../../contract/texts.ts";
import { say } from "../../contract/texts.ts";
import { parseEmail } from "../../contract/values/email.ts";
import { formatShillings } from "../../contract/values/money.ts";
import { isCutNumber, plain } from "../../contract/values/pasted.ts";
import { parseKenyanMobile } from "../../contract/values/phone.ts";
import { dayMs } from "../../contract/values/time.ts";
import type { AdoptedSecret, LineTerms } from "../../db/schema/tenant.ts";
import { AppError } from "../../errors.ts";
import { linesOfRows, type Owner, ownersLike } from "./line-import-store.ts";
import { termsOfPackage } from "./packages.ts";
import { type ReadSecrets, secretsOf } from "./router-secrets.ts";

const mostAheadMs = 366 * dayMs;

/** What a row would bring. */
export type LineToBring = {
  row: number;
  id: string;
  customerId: string;
  /** Of a new customer. */
  name: string;
  phone: string;
  email: string;
  formerNumber: string;
  login: string;
  password: string;
  /** Null: the router has no such name yet. */
  adopted: AdoptedSecret | null;
  terms: LineTerms;
  /** Null: not paid. */
  until: number | null;
  isBlocked: boolean;
  balanceCents: number;
};

type Verdict = Made<typeof LineImportVerdict>;
export type JudgedLines = { verdicts: Verdict[]; lines: LineToBring[] };

/**
 * By the router, the packages and the lines as they are now: the same rules before anything is brought in, and then.
 * @param importId that brings them; null = nothing is brought @throws AppError not_found; refused, unavailable: the router cannot be asked
 */
export async function judgeLineRows(
  ctx: Context,
  providerId: string,
  { importId, routerId, rows }: { importId: string | null; routerId: string; rows: readonly LineImportRow[] },
): Promise<JudgedLines> {
  const read = await secretsOf(ctx, providerId, routerId);
  const [terms, there, owners] = await Promise.all([
    termsById(ctx, providerId, rows),
    linesOfRows(ctx, providerId, { importId, routerId, rows }),
    ownersLike(ctx, providerId, rows),
  ]);
  const atRouter = new Map(read.secrets.map((secret) => [secret.name.toLowerCase(), secret]));
  const judged: JudgedLines = { verdicts: [], lines: [] };
  const seen = new Set<string>();
  for (const asked of rows) {
    const { row } = asked;
    const refused = (reason: Text, becomes: Verdict["becomes"] = "refused") =>
      judged.verdicts.push({ row, becomes, reason, notes: [] });
    const id = `${importId}.${row}`;
    const done = there.byId.get(id);
    if (done) {
      judged.verdicts.push({ row, becomes: done.isAdopted ? "adopted" : "line", reason: null, notes: [] });
      continue;
    }
    const login = plain(asked.login);
    const small = login.toLowerCase();
    if (there.logins.has(small)) {
      refused(say("line_import_there", { login }), "there");
      continue;
    }
    if (seen.has(small) && small !== "") {
      refused(say("line_import_twice", { login }));
      continue;
    }
    const secret = atRouter.get(small);
    const found = { secret, isWhole: read.left === 0, terms: terms.get(asked.packageId) };
    const value = valuesOf(asked, login, found, ctx.now());
    if ("reason" in value) {
      refused(value.reason);
      continue;
    }
    seen.add(small);
    const { notes, ...line } = value;
    const own = `${importId}.${asked.of}`;
    const known = owners.find((one) => one.id === own) ?? ownerOf(line, owners);
    const isOther = known !== undefined && known.id !== own;
    if (isOther) notes.push(say("line_import_known", { name: known.name }));
    if (isOther && known.hasBrought && line.balanceCents > 0)
      notes.push(say("line_import_balance_known", { name: known.name }));
    judged.verdicts.push({ row, becomes: line.adopted ? "adopted" : "line", reason: null, notes });
    judged.lines.push({ row, id, customerId: known?.id ?? own, ...line });
  }
  return judged;
}

/** Whose number there is the same, with the name or the phone; else whose name and phone are. */
function ownerOf(
  { name, phone, formerNumber }: Pick<LineToBring, "name" | "phone" | "formerNumber">,
  owners: readonly Owner[],
): Owner | undefined {
  const isNamed = (one: Owner) => one.name.toLowerCase() === name.toLowerCase();
  const isCalled = (one: Owner) => phone !== "" && one.phone === phone;
  const hasNumber = (one: Owner) => formerNumber !== "" && one.formerNumber === formerNumber;
  return (
    owners.find((one) => hasNumber(one) && (isNamed(one) || isCalled(one))) ??
    owners.find((one) => isNamed(one) && isCalled(one) && (formerNumber === "" || one.formerNumber === ""))
  );
}

type Found = {
  secret: ReadSecrets["secrets"][number] | undefined;
  /** All names of the router were read. */
  isWhole: boolean;
  terms: LineTerms | undefined;
};
type Values = Omit<LineToBring, "row" | "id" | "customerId"> & { notes: Text[] };

function valuesOf(asked: LineImportRow, login: string, found: Found, now: number): Values | { reason: Text } {
  const name = oneSpace(asked.name);
  if (name === "") return { reason: say("line_import_name") };
  if (name.length > 80) return { reason: say("line_import_name_long") };
  const phone = phoneIn(asked.phone);
  if (typeof phone !== "string") return phone;
  const { terms } = found;
  if (!terms) return { reason: say("package_gone") };
  const until = untilOf(asked, now);
  if (until === undefined) return { reason: say("line_paid_until") };
  const balanceCents = Math.round(asked.balance * 100);
  if (balanceCents > mostBroughtIn * 100)
    return { reason: say("line_import_balance", { most: formatShillings(mostBroughtIn * 100) }) };
  const dial = dialOf(asked, login, found);
  if ("reason" in dial) return dial;
  const notes = [...dial.notes];
  if (asked.isBlocked && until !== null && until > now) notes.push(say("line_import_held"));
  const email = parseEmail(asked.email) ?? "";
  if (email === "" && asked.email.trim() !== "")
    notes.push(say("line_import_email", { email: shown(asked.email) }));
  const former = oneSpace(asked.formerNumber);
  if (former.length > 40) notes.push(say("line_import_former"));
  const formerNumber = former.length > 40 ? "" : former;
  const { isBlocked } = asked;
  return { name, phone, email, formerNumber, terms, until, isBlocked, balanceCents, ...dial, notes };
}

const oneSpace = (text: string) => plain(text).replace(/ +/g, " ");
const shown = (text: string) => plain(text).slice(0, 40);

/** The first of several that is one; "" where none is written. */
function phoneIn(written: string): string | { reason: Text } {
  if (/^[-\s]*$/.test(plain(written))) return "";
  const phone = written
    .split(/[,;/]|\bor\b/)
    .map(parseKenyanMobile)
    .find((one) => one !== undefined);
  if (phone !== undefined) return phone;
  const said = isCutNumber(written) ? "line_import_phone_cut" : "line_import_phone";
  return { reason: say(said, { phone: shown(written) }) };
}

/** Null: not paid. Undefined: it has to be said, or is too far away. */
function untilOf({ paidUntil, isBlocked }: LineImportRow, now: number): number | null | undefined {
  if (paidUntil === null) return isBlocked ? null : undefined;
  const until = Date.parse(paidUntil);
  if (until > now + mostAheadMs) return undefined;
  if (until >= now - mostAheadMs) return until;
  return isBlocked ? null : undefined;
}

type Dial = Pick<LineToBring, "login" | "password" | "adopted"> & { notes: Text[] };

/** Under its own name and password, as the router has them; as the file says where it has none. */
function dialOf(
  { password, isBlocked }: LineImportRow,
  login: string,
  { secret, isWhole }: Found,
): Dial | { reason: Text } {
  if (login === "") return { reason: say("line_import_no_login") };
  // One of ours that was given up dials in no more: its name is free.
  const standing = secret && !(secret.isLine && secret.isOff) ? secret : undefined;
  if (standing) {
    const { name, profile, comment, service, isOff, hindrance } = standing;
    if (hindrance) return { reason: hindrance };
    const own = standing.password ?? "";
    const adopted = { profile, comment, service: service || "any", isOff };
    const notes: Text[] = password !== "" && password !== own ? [say("line_import_other_password")] : [];
    if (isOff && !isBlocked) notes.push(say("line_import_off"));
    return { login: name, password: own, adopted, notes };
  }
  if (!isWhole) return { reason: say("line_import_more_names", { login: shown(login) }) };
  if (isCutNumber(login) || isCutNumber(password)) return { reason: say("line_import_cut") };
  if (!/^[A-Za-z0-9._@-]{1,60}$/.test(login))
    return { reason: say("line_import_login", { login: shown(login) }) };
  if (password === "") return { reason: say("line_import_no_password", { login }) };
  if (!/^[\x20-\x7e]{1,60}$/.test(password)) return { reason: say("line_import_password", { login }) };
  return { login, password, adopted: null, notes: [] };
}

/** Those that are there; of one that is not, each of its lines is refused. */
async function termsById(
  ctx: Context,
  providerId: string,
  rows: readonly LineImportRow[],
): Promise<Map<string, LineTerms>> {
  const found = new Map<string, LineTerms>();
  for (const id of new Set(rows.map(({ packageId }) => packageId)))
    try {
      found.set(id, await termsOfPackage(ctx, providerId, id));
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause;
    }
  return found;
}
