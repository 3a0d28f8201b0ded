import { expect } from "vitest";
import type { Provocation } from "./provocations.ts";

/**
 * One rule of docs/behaviour/provider-console.md. A text is looked for in what can be read; `facts` are compared with
 * what was measured.
 */
export type Row = {
  what: string;
  how: Provocation;
  expect: string | RegExp | { facts: Record<string, unknown> };
};

export const is = (facts: Record<string, unknown>) => ({ facts });
export const has = (text: string) => expect.stringContaining(text);
/** Every one of these texts where something was provoked, a row each. */
export const texts = (how: Provocation, ...wanted: (string | RegExp)[]): Row[] =>
  wanted.map((text) => ({ what: `${how}: ${text}`, how, expect: text }));
