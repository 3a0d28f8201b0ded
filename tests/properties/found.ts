import type { Happening, History } from "./history.ts";
import type { LentAct } from "./lent-history.ts";

// What nights found, each by what it has to show ever after: played again whenever the properties are.

const buys: Happening = { do: "buy", who: 0, plan: 0, times: 1, turns: null };
const paid: Happening = { do: "answer", which: 0, outcome: "paid", turns: null };
const silent: Happening = { do: "gateway", query: "down", answer: "normal", tokens: "normal", turns: null };
const told: Happening = { do: "deliver", which: 0, copies: 1, turns: null };
const isPaidFor: Happening = { do: "lie", who: 0, how: "paid", turns: null };
const passes = (ms: number): Happening => ({ do: "pass", ms, turns: null });
const history = (...happenings: Happening[]): History => ({ seed: 1, targetCents: 1_000, happenings });

/** Histories that follow one another on one ground. */
export const found: readonly { name: string; histories: readonly History[] }[] = [
  {
    name: "a sale that is taken back on another day is no figure of the history that comes next",
    histories: [
      history(buys, silent, isPaidFor, passes(90_000_000), passes(90_000_000)),
      history(buys, paid, told),
    ],
  },
  {
    name: "money that came after the gateway's no counts, though the gateway is away for more than a day when it is told",
    histories: [
      history(
        buys,
        passes(3_700_000),
        silent,
        { do: "answer", which: 0, outcome: "late-paid", turns: null },
        { do: "deliver", which: 1, copies: 1, turns: null },
        passes(90_000_000),
      ),
    ],
  },
  {
    name: "who paid late is served, though a liar told the same receipt for another payment before",
    histories: [
      history(
        buys,
        passes(95_000),
        { ...buys, who: 1 },
        { do: "answer", which: 0, outcome: "late-paid", turns: null },
        silent,
        { do: "lie", who: 1, how: "receipt", turns: null },
        { do: "gateway", query: "normal", answer: "normal", tokens: "normal", turns: null },
        { do: "deliver", which: 1, copies: 1, turns: null },
      ),
    ],
  },
  {
    // It showed where an answer took longer than a message waits for it.
    name: "a no that only a dead object heard is no answer that its payment had",
    histories: [
      history(
        { do: "buy", who: 0, plan: 0, times: 1, turns: 6 },
        { do: "buy", who: 1, plan: 0, times: 2, turns: 6 },
        { do: "buy", who: 2, plan: 0, times: 1, turns: 6 },
        { do: "buy", who: 3, plan: 0, times: 2, turns: 6 },
        { do: "deliver", which: 0, copies: 1, turns: null },
        { do: "lie", who: 3, how: "paid", turns: 0 },
        { do: "lie", who: 3, how: "paid", turns: 5 },
        { do: "lie", who: 0, how: "receipt", turns: 5 },
        { do: "kill", which: 18, after: 10, turns: null },
        { do: "pass", ms: 90000000, turns: null },
        { do: "look", who: 0, turns: null },
        { do: "buy", who: 0, plan: 0, times: 1, turns: 20 },
        { do: "account", isGood: true, turns: 1 },
        { do: "lie", who: 1, how: "paid", turns: 2 },
        { do: "switch", act: "stopped", turns: null },
        { do: "sweep", turns: 0 },
      ),
    ],
  },
];

/** The same of one voucher. */
export const foundLent: readonly { name: string; acts: readonly LentAct[] }[] = [
  {
    name: "a code that its bridge gave back is nobody's at that site any more, though an older disk is put in",
    acts: [
      { do: "hear", arrives: true },
      { do: "copy_disk" },
      { do: "portal", who: 1, elsewhere: true },
      { do: "old_disk" },
      { do: "dial" },
      { do: "page", who: 0 },
    ],
  },
  {
    name: "nor where the worker took in that it came back, and lost its note of how far it had read",
    acts: [
      { do: "hear", arrives: true },
      { do: "copy_disk" },
      { do: "take_back" },
      { do: "hear", arrives: true },
      { do: "report", acknowledged: false },
      { do: "portal", who: 1, elsewhere: true },
      { do: "old_disk" },
      { do: "dial" },
      { do: "page", who: 0 },
    ],
  },
];
