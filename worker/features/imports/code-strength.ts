import { type CodeTally, isGuessable, talliesOf, together } from "../../contract/values/code-strength.ts";
import { among, type Sql, sql } from "../../db/sql.ts";

type LiveCodes = { length: number; isOwn: 0 | 1; codes: string };

/**
 * Codes of other systems that would open something now, one after another. `isOwn`: of this import. No more than
 * `quotas.vouchers.live`.
 */
export const liveCodes = (codes: readonly string[], importId: string | null, now: number): Sql<LiveCodes> =>
  sql<LiveCodes>`SELECT length(code) AS length, import_id IS ${importId} AS isOwn,
      group_concat(code, '') AS codes
    FROM vouchers
    WHERE import_id IS NOT NULL AND foreign_code IS NOT NULL AND used_at IS NULL AND revoked_at IS NULL
      AND (expires_at IS NULL OR expires_at > ${now})
      AND length(code) IN ${among([...new Set(codes.map((code) => code.length))])}
    GROUP BY 1, 2`;

/**
 * The lengths of which no more codes may come. They are judged beside those of their own import, which others must not hide, and
 * beside all that are there.
 * @param before of the same file, tried already
 */
export function fullLengths(
  fresh: Iterable<string>,
  live: readonly LiveCodes[],
  before: readonly CodeTally[],
): Set<number> {
  const tallies = (isOwn: 0 | 1) =>
    live.filter((row) => row.isOwn === isOwn).flatMap(({ length, codes }) => talliesOf(parts(codes, length)));
  const coming = talliesOf(fresh);
  const own = together([...coming, ...before, ...tallies(1)]);
  const all = together([...own, ...tallies(0)]);
  const full = new Set([...own, ...all].filter(isGuessable).map(({ signs }) => signs.length));
  return new Set(coming.map(({ signs }) => signs.length).filter((length) => full.has(length)));
}

function* parts(codes: string, length: number): Generator<string> {
  for (let from = 0; from < codes.length; from += length) yield codes.slice(from, from + length);
}
