import type { Context } from "../../context.ts";

/** KCB's documentation of its push names this limit; longer addresses are told to be cut. */
const kcbCallbackMax = 50;
/** 80 bits at five a symbol: fewer could be guessed. */
const fewestSymbols = 16;

/** How many symbols a callback address for KCB has behind this; null where the main domain leaves too little room. */
export function shortAddressRoom({ settings }: Context): { start: string; symbols: number } | null {
  const start = `${settings.MAIN_ORIGIN}/c/`;
  const symbols = kcbCallbackMax - start.length;
  return symbols < fewestSymbols ? null : { start, symbols };
}
