/** The query words of `print`: a stack machine (MikroTik manual, "API", queries). */

import { Trap } from "./trap.ts";

export type Row = Readonly<Record<string, string>>;

/** Below the pushed values lie infinitely many `true`. */
function pop(stack: boolean[]): boolean {
  return stack.pop() ?? true;
}

function at(stack: readonly boolean[], index: number): boolean {
  return stack[stack.length - 1 - index] ?? true;
}

/** `yes`/`no` in a query mean the `true`/`false` that rows carry. */
function same(value: string | undefined, wanted: string): boolean {
  if (value === undefined) return false;
  if (value === wanted) return true;
  return (value === "true" && wanted === "yes") || (value === "false" && wanted === "no");
}

/** Numbers compare as numbers, everything else as text. */
function order(value: string, other: string): number {
  if (/^\d+$/.test(value) && /^\d+$/.test(other)) {
    const difference = BigInt(value) - BigInt(other);
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }
  return value < other ? -1 : value > other ? 1 : 0;
}

function operate(stack: boolean[], operations: string): void {
  let position = 0;
  while (position < operations.length) {
    const digits = /^\d+/.exec(operations.slice(position))?.[0];
    if (digits !== undefined) {
      position += digits.length;
      const value = at(stack, Number(digits));
      if (position === operations.length) {
        stack.length = 0;
        stack.push(value);
      } else if (operations[position] === ".") position += 1;
      else stack.push(value);
      continue;
    }
    const operation = operations[position];
    position += 1;
    if (operation === "!") stack.push(!pop(stack));
    else if (operation === "&" || operation === "|") {
      const [second, first] = [pop(stack), pop(stack)];
      stack.push(operation === "&" ? first && second : first || second);
    } else if (operation === ".") stack.push(at(stack, 0));
    else throw new Trap("invalid query", 1);
  }
}

function push(stack: boolean[], word: string, row: Row): void {
  const split = (text: string): [string, string] => {
    const equals = text.indexOf("=");
    if (equals < 0) throw new Trap("invalid query", 1);
    return [text.slice(0, equals), text.slice(equals + 1)];
  };
  if (word.startsWith("#")) operate(stack, word.slice(1));
  else if (word.startsWith("-")) stack.push(row[word.slice(1)] === undefined);
  else if (word.startsWith("<") || word.startsWith(">")) {
    const [name, wanted] = split(word.slice(1));
    const value = row[name];
    const compared = value === undefined ? 0 : order(value, wanted);
    stack.push(word.startsWith("<") ? compared < 0 : compared > 0);
  } else if (word.startsWith("=") || word.includes("=")) {
    const [name, wanted] = split(word.startsWith("=") ? word.slice(1) : word);
    stack.push(same(row[name], wanted));
  } else stack.push(row[word] !== undefined);
}

/** A row passes if no `false` is left, so several words are ANDed. Words come without their "?". */
export function matches(queries: readonly string[], row: Row): boolean {
  const stack: boolean[] = [];
  for (const word of queries) push(stack, word, row);
  return !stack.includes(false);
}
