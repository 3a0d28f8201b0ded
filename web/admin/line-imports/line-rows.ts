import type { LineImportRow, LineImportVerdict } from "#contract/line-imports";
import type { Package } from "#contract/lines";
import { type Mapping, mapped } from "../imports/mapping.ts";
import { monthCents } from "../lines/month-money.ts";
import type { LineFileFault, LineFileRow, LineProfile } from "./read-line-file.ts";

/** What is chosen for a file. */
export type Choices = {
  mapping: Mapping;
  /** `2026-12-31`: until when those are paid of which the file does not say it. */
  until: string;
  hasBalances: boolean;
};

export const packageOf = ({ mapping }: Pick<Choices, "mapping">, profile: string): string =>
  mapped(mapping, profile);

/** The package of the same name; else the only one of the price, or of the speed. */
export function proposed({ name, price, mbps }: LineProfile, packages: readonly Package[]): string {
  const only = (fitting: readonly Package[]) => (fitting.length === 1 ? fitting[0]?.id : undefined);
  const spelled = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  const named = packages.find((one) => name !== "" && spelled(one.name) === spelled(name));
  const priced = packages.filter((one) => price !== null && Math.round(one.price * 100) === price);
  const fast = packages.filter((one) => one.downloadMbps === mbps);
  const alike = priced.length > 1 ? priced.filter((one) => one.downloadMbps === mbps) : priced;
  return named?.id ?? only(alike) ?? (price === null ? only(fast) : undefined) ?? "";
}

/** The end of that day in Nairobi. */
const endOfDay = (day: string) => new Date(`${day}T23:59:59+03:00`).toISOString();

/** Whether the owner has to say until when. */
export const needsUntil = ({ endsAt, isBlocked, fault }: LineFileRow): boolean =>
  fault === null && endsAt === null && !isBlocked;

/** What is asked of the server: rows in which the file itself has no fault, and that have a package. */
export function lineRowsToSend(rows: readonly LineFileRow[], choices: Choices): LineImportRow[] {
  return rows.flatMap((one) => {
    const packageId = packageOf(choices, one.profile);
    if (one.fault !== null || packageId === "") return [];
    const { row, of, name, phone, email, number, login, password, isBlocked, balance } = one;
    const hasDay = needsUntil(one) && choices.until !== "";
    return [
      {
        row,
        of,
        name,
        phone,
        email,
        formerNumber: number,
        login,
        password,
        packageId,
        paidUntil: hasDay ? endOfDay(choices.until) : one.endsAt,
        isBlocked,
        balance: choices.hasBalances ? Math.max(0, balance) / 100 : 0,
      },
    ];
  });
}

export type JudgedLine = {
  line: LineFileRow;
  pack: Package | undefined;
  verdict: LineImportVerdict | null;
  /** Of the file, or that no package was chosen; what the server refuses says its reason in words. */
  fault: LineFileFault | "no_package" | null;
  isGood: boolean;
};

export function judgedLines(
  rows: readonly LineFileRow[],
  choices: Choices,
  packages: readonly Package[],
  verdicts: ReadonlyMap<number, LineImportVerdict>,
): JudgedLine[] {
  return rows.map((line) => {
    const packageId = packageOf(choices, line.profile);
    const pack = packages.find(({ id }) => id === packageId);
    const verdict = verdicts.get(line.row) ?? null;
    const fault = line.fault ?? (packageId === "" ? "no_package" : null);
    return {
      line,
      pack,
      verdict,
      fault,
      isGood: fault === null && verdict !== null && verdict.reason === null,
    };
  });
}

export type Outlook = {
  lines: number;
  customers: number;
  /** Cents of a month of those that are on, and of those that are blocked until they pay. */
  month: number;
  blocked: number;
  blockedMonth: number;
  /** Cents that customers have there, once each, and that come along; and what they owe there, which does not. */
  balances: number;
  debts: number;
};

/** What the good rows bring. */
export function outlookOf(
  judged: readonly JudgedLine[],
  { hasBalances }: Pick<Choices, "hasBalances">,
): Outlook {
  const good = judged.filter(({ isGood }) => isGood);
  const firsts = [...new Map(good.toReversed().map(({ line }) => [line.of, line])).values()];
  const monthly = (some: readonly JudgedLine[]) =>
    some.reduce((sum, { pack }) => sum + (pack ? monthCents(pack) : 0), 0);
  const blocked = good.filter(({ line }) => line.isBlocked);
  const sumOf = (cents: readonly number[]) => cents.reduce((sum, one) => sum + one, 0);
  return {
    lines: good.length,
    customers: firsts.length,
    month: monthly(good) - monthly(blocked),
    blocked: blocked.length,
    blockedMonth: monthly(blocked),
    balances: hasBalances ? sumOf(firsts.map(({ balance }) => Math.max(0, balance))) : 0,
    debts: sumOf(firsts.map(({ balance }) => Math.max(0, -balance))),
  };
}

/** The same as `lineRowsAtOnce` of the contract, whose schemas are no part of this script. */
export const rowsAtOnce = 200;
