/** The query words of `print`: a property's value, or that it is there, and `#` with `|`, `&`, `!` (MikroTik manual, "API", queries). */

import { Trap } from "./trap.ts";

export type Row = Readonly<Record<string, string>>;

/** `yes`/`no` in a query mean the `true`/`false` that rows carry. */
function same(value: string | undefined, wanted: string): boolean {
  if (value === undefined) return false;
  if (value === wanted) return true;
  return (value === "true" && wanted === "yes") || (value === "false" && wanted === "no");
}

function fits(word: string, row: Row): boolean {
  if (/^[<>-]/.test(word)) throw new Trap("invalid query", 1);
  const [name = "", ...value] = word.replace(/^=/, "").split("=");
  return value.length === 0 ? row[name] !== undefined : same(row[name], value.join("="));
}

/** What `#` names: `|` and `&` take two answers from the stack, `!` one, and each leaves one. */
function combine(operations: string, stack: boolean[]): void {
  const take = () => {
    const answer = stack.pop();
    if (answer === undefined) throw new Trap("invalid query", 1);
    return answer;
  };
  for (const operation of operations) {
    const top = take();
    if (operation === "!") stack.push(!top);
    else if (operation === "|") stack.push(take() || top);
    else if (operation === "&") stack.push(take() && top);
    else throw new Trap("invalid query", 1);
  }
}

/** A row passes if all that is left on the stack is true. Words come without their "?". */
export function matches(queries: readonly string[], row: Row): boolean {
  const stack: boolean[] = [];
  for (const word of queries) {
    if (word.startsWith("#")) combine(word.slice(1), stack);
    else stack.push(fits(word, row));
  }
  return stack.every(Boolean);
}
