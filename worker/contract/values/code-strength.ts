// How easily codes of another system are guessed, which may be short and alike: judged where a file of them is read, and again where
// they are kept (docs/decisions/0049-imports.md).

/** One guess in so many may hit a code, no more. */
const fewestGuesses = 500;
const enoughToLearnFrom = 50;
/** Of a code in its stored form: Latin letters, of which other systems leave some out. */
const lettersOfFew = 20;

/** What is known of codes of one length: how many there are, and how many of them have which sign at each place. */
export type CodeTally = { count: number; signs: Record<string, number>[] };

/** @param codes stored form @returns one for each length */
export function talliesOf(codes: Iterable<string>): CodeTally[] {
  const byLength = new Map<number, CodeTally>();
  for (const code of codes) {
    let tally = byLength.get(code.length);
    if (!tally) {
      tally = { count: 0, signs: Array.from(code, () => ({})) };
      byLength.set(code.length, tally);
    }
    tally.count += 1;
    for (const [place, at] of tally.signs.entries()) {
      const sign = code[place] ?? "";
      at[sign] = (at[sign] ?? 0) + 1;
    }
  }
  return [...byLength.values()];
}

/** @param tallies of different codes @returns one for each length */
export function together(tallies: readonly CodeTally[]): CodeTally[] {
  const byLength = Map.groupBy(tallies, ({ signs }) => signs.length);
  return [...byLength].map(([length, alike]) => ({
    count: alike.reduce((sum, { count }) => sum + count, 0),
    signs: Array.from({ length }, (_, place) => {
      const sums: Record<string, number> = {};
      for (const { signs } of alike)
        for (const [sign, count] of Object.entries(signs[place] ?? {}))
          sums[sign] = (sums[sign] ?? 0) + count;
      return sums;
    }),
  }));
}

/** Too many of one length that look alike: a few guesses would hit one. */
export const isGuessable = (tally: CodeTally): boolean => guessesNeeded(tally) < fewestGuesses;

/** How many guesses it takes, in the mean, to hit one of these codes where their pattern is known. */
export function guessesNeeded({ count, signs }: CodeTally): number {
  const sizeAt = count < enoughToLearnFrom ? sizeOfFew : sizeOfMany;
  return signs.reduce((space, at) => space * sizeAt(at), 1) / Math.max(1, count);
}

/** A place where two of the codes agree once in ten counts as ten, a common start as one: a few odd codes hide nothing. */
function sizeOfMany(at: Readonly<Record<string, number>>): number {
  const counts = Object.values(at);
  const all = counts.reduce((sum, count) => sum + count, 0);
  const agreeing = counts.reduce((sum, count) => sum + count * (count - 1), 0);
  return Math.min(counts.length, (all * (all - 1)) / agreeing);
}

/** Few codes do not show which letters are left out. */
function sizeOfFew(at: Readonly<Record<string, number>>): number {
  const signs = Object.keys(at);
  const digits = signs.some((sign) => /[0-9]/.test(sign)) ? 10 : 0;
  return digits + (signs.some((sign) => /[A-Z]/.test(sign)) ? lettersOfFew : 0);
}

/** The least that a password has, in characters as people count them (docs/behaviour/operator-console.md, OC-28). */
export const leastPassword = 8;
