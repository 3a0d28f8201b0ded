import type { Provocation } from "./provocations.ts";

/**
 * One rule of docs/behaviour/operator-console.md. A text is looked for in what can be read; `facts` are compared with
 * what was measured.
 */
export type Row = {
  what: string;
  how: Provocation;
  expect: string | RegExp | { facts: Record<string, unknown> };
};

export const is = (facts: Record<string, unknown>) => ({ facts });
/** Every one of these texts where something was provoked, a row each. */
export const texts = (how: Provocation, ...wanted: (string | RegExp)[]): Row[] =>
  wanted.map((text) => ({ what: `${how}: ${text}`, how, expect: text }));
/** What a toast said, by what was done; a row each. */
export const toasts = (how: Provocation, said: Record<string, unknown>): Row[] =>
  Object.entries(said).map(([done, toast]) => ({
    what: `${how}, ${done}: ${String(toast)}`,
    how,
    expect: is({ toasts: { [done]: toast } }),
  }));
