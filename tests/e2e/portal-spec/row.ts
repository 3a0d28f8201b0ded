import type { Provocation } from "./provocations.ts";

/**
 * One rule of docs/behaviour/visitor-portal.md. A text is looked for in what can be read, `toast` among the toasts,
 * `facts` are compared with what was measured.
 */
export type Row = {
  what: string;
  how: Provocation;
  expect: string | RegExp | { toast: string } | { facts: Record<string, unknown> };
};

export const is = (facts: Record<string, unknown>) => ({ facts });
export const toast = (title: string, text: string) => ({ toast: `${title} - ${text}` });
