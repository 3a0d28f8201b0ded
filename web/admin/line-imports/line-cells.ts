// Cells of a file of customers: their status, an amount, a speed.

export type Standing = "active" | "blocked" | "left" | "hotspot";

const words: readonly (readonly [Standing, RegExp])[] = [
  // Given up there, or never a customer.
  ["left", /^(?:archived|cancell?ed|deleted|terminated|closed|quoted|lead|ameondoka|amehama|amefutwa)/],
  [
    "blocked",
    /^(?:blocked|suspended|inactive|disabled|stopped|expired|overdue|unpaid|off$|banned|paused|pending|new|prepared|no$|0$|false$|imefungwa|imezuiwa|amezuiwa|imesitishwa|amesitishwa|imeisha|hajalipa|haijalipwa|mpya|zima)/,
  ],
  [
    "active",
    /^(?:$|active|on$|online|enabled|open|paid|running|limited|yes$|1$|true$|ok$|hai$|inatumika|wazi|amelipa|imelipwa|washa)/,
  ],
];

/** @returns null for an unknown word */
export function standingOf(written: string): Standing | null {
  const word = written.trim().toLowerCase();
  return words.find(([, form]) => form.test(word))?.[0] ?? null;
}

/**
 * `KES 1,200.00`, `1,200/=`, `Ksh. 1200`, `-300`, `(300)`, `1200.0000`: cents, below zero where it is owed. @returns null where it is no
 * amount
 */
export function centsIn(written: string): number | null {
  const text = written
    .replace(/\s/g, "")
    .replace(/(?:kes|kshs?|sh)\.?/i, "")
    .replace(/(?:\/=|\/-)$/, "");
  const [, open = "", sign = "", whole = "", rest = "0", close = ""] =
    /^(\(?)([-+]?)(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,6}))?(\)?)$/.exec(text) ?? [];
  if (whole === "" || (open === "") !== (close === "")) return null;
  const cents = Math.round(Number(`${whole.replaceAll(",", "")}.${rest}`) * 100);
  if (!Number.isSafeInteger(cents) || cents > 10_000_000_000) return null;
  return cents > 0 && (sign === "-" || open !== "") ? -cents : cents;
}

/** `10 Mbps`, `Home 10M`, `10M/5M` (download first or alike), `10240` in a column of speeds: Mbps. @returns null where none is named */
export function mbpsIn(written: string): number | null {
  const [, figure = "", unit = ""] =
    /(?:^|[^\d.])(\d{1,4}(?:\.\d+)?)\s*(mb?(?:ps|\/s|it\/s)?|gb?(?:ps|\/s)?)(?![a-z])/i.exec(` ${written}`) ??
    [];
  if (figure === "") return null;
  return Number(figure) * (/^g/i.test(unit) ? 1_000 : 1);
}
