/** A source of numbers in [0, 1), like Math.random. */
export type Random = () => number;

const HEX = "0123456789abcdef";
const CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const DIGITS = "0123456789";
const EAT_OFFSET_MS = 3 * 3_600_000;

function pick(alphabet: string, length: number, random: Random): string {
  let text = "";
  while (text.length < length) text += alphabet.charAt(Math.floor(random() * alphabet.length));
  return text;
}

/** Wall clock in Nairobi (UTC+3, no summer time) as its two-digit parts. */
export function nairobiTime(ms: number): {
  year: string;
  month: string;
  day: string;
  hour: string;
  minute: string;
  second: string;
} {
  const iso = new Date(ms + EAT_OFFSET_MS).toISOString();
  return {
    year: iso.slice(0, 4),
    month: iso.slice(5, 7),
    day: iso.slice(8, 10),
    hour: iso.slice(11, 13),
    minute: iso.slice(14, 16),
    second: iso.slice(17, 19),
  };
}

/** 28 characters, as measured on the sandbox. */
export function newToken(random: Random): string {
  return pick(CAPITALS + CAPITALS.toLowerCase() + DIGITS, 28, random);
}

/** The newer shape of MerchantRequestID and requestId: `2654-4b64-97ff-b827b542881d3130`. */
export function newRequestId(random: Random): string {
  return `${pick(HEX, 4, random)}-${pick(HEX, 4, random)}-${pick(HEX, 4, random)}-${pick(HEX, 12, random)}${pick(DIGITS, 4, random)}`;
}

/** `AG_`, the day in Nairobi, twenty hexadecimal digits. */
export function newConversationId(now: number, random: Random): string {
  const at = nairobiTime(now);
  return `AG_${at.year}${at.month}${at.day}_${pick(HEX, 20, random)}`;
}

/** yyyyMMddHHmmss in Nairobi. */
export function nairobiStamp(ms: number): string {
  const at = nairobiTime(ms);
  return `${at.year}${at.month}${at.day}${at.hour}${at.minute}${at.second}`;
}

/** `ws_CO_`, ddMMyyyyHHmmss in Nairobi, milliseconds, the nine digits of the phone; `taken` says whether an id is in use. */
export function newCheckoutRequestId(
  now: number,
  phoneNumber: string,
  taken: (id: string) => boolean,
): string {
  const at = nairobiTime(now);
  for (let extra = 0; ; extra += 1) {
    const millis = String(((now % 1_000) + extra) % 1_000).padStart(3, "0");
    const again = extra < 1_000 ? "" : String(Math.floor(extra / 1_000));
    const id = `ws_CO_${at.day}${at.month}${at.year}${at.hour}${at.minute}${at.second}${millis}${again}${phoneNumber.slice(-9)}`;
    if (!taken(id)) return id;
  }
}

/** Ten capitals and digits. Real receipts begin with letters for year, month and day (`UJ2…` is 2 October 2026). */
export function newReceipt(now: number, random: Random, taken: (receipt: string) => boolean): string {
  const at = nairobiTime(now);
  const year = CAPITALS.charAt((Number(at.year) - 2006) % 26);
  const month = CAPITALS.charAt(Number(at.month) - 1);
  const day = (DIGITS.slice(1) + CAPITALS).charAt(Number(at.day) - 1);
  for (;;) {
    const receipt = `${year}${month}${day}${pick(CAPITALS + DIGITS, 7, random)}`;
    if (!taken(receipt)) return receipt;
  }
}
