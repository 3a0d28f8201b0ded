import type { Phone } from "../support/site/settings.ts";

// Who comes to the demonstration's site in thirty days, and when. Drawn from a seed, so that a second recording is of the same month.

export type Customer = Phone & { phone: string; service: "mpesa" | "airtel_money"; network: string };
/** @property minute of the day in Nairobi */
export type Visit = { minute: number; act: Act };
export type Act = "buy" | "voucher" | "typed" | "cancelled" | "insufficient" | "wrong-pin" | "unreachable";
type Random = () => number;

/** As makers of phones that are common in Kenya have theirs. */
const makers = ["8C:F5:A3", "A4:50:46", "3C:A9:F4", "D8:CE:3A", "64:A2:F9", "F4:30:8B"];
const lines = ["701", "711", "720", "722", "727", "741", "757", "768", "790", "797"];

/** Regulars come first: half of all visits are theirs. Their numbers are given to nobody. */
export function customersOf(count: number): Customer[] {
  return Array.from({ length: count }, (_, index) => {
    const digits = String(index + 1).padStart(3, "0");
    const isAirtel = index % 11 === 5;
    const line = isAirtel ? "733" : lines[index % lines.length];
    return {
      mac: `${makers[index % makers.length]}:0D:${digits.slice(0, 2)}:${digits.slice(1)}`,
      ip: `10.5.50.${index + 40}`,
      phone: `254${line}000${digits}`,
      service: isAirtel ? "airtel_money" : "mpesa",
      network: `102.219.208.${index + 10}`,
    };
  });
}

/** Sales of a day, Monday first: wages come on Friday, and on Saturday nobody is at school or work. */
const salesOfDay = [13, 11, 12, 14, 19, 24, 18];
/** Of 100 sales, how many by each hour of the day: lunch, and the evening when all are at home. */
const hours = [1, 0, 0, 0, 0, 0, 2, 4, 4, 3, 4, 4, 7, 6, 4, 4, 5, 7, 9, 11, 11, 8, 4, 2];

/** @param day 0 = the first @param weekday 0 = Monday */
export function visitsOf(weekday: number, withTyped: boolean, random: Random): Visit[] {
  const count = (salesOfDay[weekday] ?? 0) + Math.floor(random() * 5) - 2;
  const visits = Array.from({ length: count }, (): Visit => {
    const hour = weighted(hours, random);
    return { minute: hour * 60 + Math.floor(random() * 60), act: actOf(withTyped, random) };
  });
  return visits.sort((one, other) => one.minute - other.minute);
}

function actOf(withTyped: boolean, random: Random): Act {
  const drawn = random() * 100;
  if (drawn < 8) return "voucher";
  if (drawn < 12) return "cancelled";
  if (drawn < 15) return "insufficient";
  if (drawn < 16) return "wrong-pin";
  if (drawn < 18) return "unreachable";
  if (drawn < 28 && withTyped) return "typed";
  return "buy";
}

/** Plans by their names, of 100 sales. */
const wanted: [name: string, share: number][] = [
  ["1 Hour", 32],
  ["3 Hours", 27],
  ["Day", 15],
  ["Half an hour", 12],
  ["Day 1 GB", 5],
  ["Week for two", 4],
  ["Night", 4],
  ["Month 50 GB", 1],
];

/** A night is bought in the evening. */
export function planAt(minute: number, random: Random): string {
  const [name] = wanted[
    weighted(
      wanted.map(([, share]) => share),
      random,
    )
  ] ?? ["1 Hour"];
  return name === "Night" && minute < 20 * 60 ? "1 Hour" : name;
}

/** Somebody who is not online, sooner one who comes often. */
export function drawn(free: readonly Customer[], random: Random): Customer | undefined {
  return free[Math.floor(random() ** 2 * free.length)];
}

function weighted(shares: readonly number[], random: Random): number {
  let left = random() * shares.reduce((sum, share) => sum + share, 0);
  return Math.max(
    0,
    shares.findIndex((share) => {
      left -= share;
      return left < 0;
    }),
  );
}
