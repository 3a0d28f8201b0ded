// How many segments a text takes as SMS (3GPP TS 23.038 and 23.040): 160 characters of the GSM alphabet or 70 others in one,
// 153 or 67 in each of several, which carry a header.

const basic = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
/** Written as two: an escape and another character. */
const extended = new Set("\f^{}\\[~]|€");

type SmsSize = {
  /** Whether one character outside of the GSM alphabet makes all of them take more. */
  isPlain: boolean;
  /** Of the alphabet, extended ones counted twice; otherwise UTF-16 units. */
  units: number;
  segments: number;
};

export function smsSize(text: string): SmsSize {
  const characters = [...text];
  const isPlain = characters.every((one) => basic.has(one) || extended.has(one));
  const widths = characters.map((one) => (isPlain ? (extended.has(one) ? 2 : 1) : one.length));
  const units = widths.reduce((sum, width) => sum + width, 0);
  if (units <= (isPlain ? 160 : 70)) return { isPlain, units, segments: 1 };
  const each = isPlain ? 153 : 67;
  let segments = 1;
  let filled = 0;
  // What is written as two is never parted.
  for (const width of widths) {
    if (filled + width > each) {
      segments += 1;
      filled = 0;
    }
    filled += width;
  }
  return { isPlain, units, segments };
}
