import { expect } from "vitest";

/** In an order that references allow; the others are filled by triggers. */
const tables = [
  ...["entitlements", "payments", "ledger", "devices", "hotspot_users", "usage", "ad_exposures"],
];
const copies = 2_000;
/** Bytes. How full each index's last page happened to be makes some twenty of difference. */
const step = 50;

/**
 * What one purchase leaves in its provider's storage, with its indexes: its rows are written `copies` times more, each time under
 * other names of the same length, and the growth is divided. Run in the provider's object.
 * @param names its payment, entitlement, device, phone and whatever else stands in its rows alone
 */
export function bytesOfPurchase(sql: SqlStorage, names: readonly string[]): number {
  const longestFirst = [...names].sort((one, other) => other.length - one.length);
  const rows = tables.flatMap((table) => {
    const all = sql.exec(`SELECT * FROM ${table}`).toArray();
    const own = all.filter((row) => names.some((name) => JSON.stringify(row).includes(name)));
    expect([table, own.length > 0]).toEqual([table, true]);
    return own.map((row) => ({ table, columns: Object.keys(row), text: JSON.stringify(Object.values(row)) }));
  });
  const before = sql.databaseSize;
  for (let copy = 0; copy < copies; copy += 1) {
    const others = longestFirst.map(
      (name, place) => [name, likeness(name, copy * names.length + place)] as const,
    );
    for (const { table, columns, text } of rows) {
      const values = others.reduce((said, [name, other]) => said.replaceAll(name, other), text);
      const places = columns.map(() => "?").join(", ");
      const named = columns.map((column) => `"${column}"`).join(", ");
      sql.exec(`INSERT INTO ${table} (${named}) VALUES (${places})`, ...(JSON.parse(values) as string[]));
    }
  }
  return Math.ceil((sql.databaseSize - before) / copies / step) * step;
}

const alphabets = [
  [/^\d+$/, "0123456789"],
  [/^[\dA-F:]+$/, "0123456789ABCDEF"],
  [/^[\da-f-]+$/, "0123456789abcdef"],
  [/^[\dA-Z]+$/, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"],
] as const;
const anyLetters = "0123456789abcdefghijklmnopqrstuvwxyz";

/**
 * Of the same length and alphabet, spread as evenly as random names are. Where this name has a digit and where a letter plays
 * no part: how full pages become would hang on it, and be another in each run.
 */
function likeness(name: string, number: number): string {
  let state = (number + 1) * 2_654_435_761;
  const next = (count: number) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) >>> 0;
    return (state >>> 8) % count;
  };
  const letters = alphabets.find(([form]) => form.test(name))?.[1] ?? anyLetters;
  return name.replace(/[0-9a-zA-Z]/g, () => letters[next(letters.length)] ?? "");
}
