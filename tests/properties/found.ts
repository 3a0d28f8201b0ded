import type { History, Step } from "./history.ts";
import type { OfflineVoucherAction } from "./offline-voucher-history.ts";

// Histories that nightly runs found, by the promise that each broke; run again with the properties.

const buys: Step = { do: "buy", who: 0, plan: 0, times: 1, turns: null };
const paid: Step = { do: "answer", which: 0, outcome: "paid", turns: null };
const silent: Step = { do: "gateway", query: "down", answer: "normal", tokens: "normal", turns: null };
const answers: Step = { do: "gateway", query: "normal", answer: "normal", tokens: "normal", turns: null };
const told: Step = { do: "deliver", which: 0, copies: 1, turns: null };
const isPaidFor: Step = { do: "false-callback", who: 0, how: "paid", turns: null };
const passes = (ms: number): Step => ({ do: "pass", ms, turns: null });
const latePaid: Step = { do: "answer", which: 0, outcome: "late-paid", turns: null };
/** The gateway refuses the account that a switch diverts to, and a second prompt goes to the provider's own. */
const fallsBack: Step[] = [
  ...[{ do: "switch", act: "activated", turns: null } as const, buys],
  ...[{ do: "answer", which: 0, outcome: "2028", turns: null } as const, passes(9_000), passes(9_000)],
];
const history = (...steps: Step[]): History => ({ seed: 1, targetCents: 1_000, steps });

/** Each case: histories that follow one another in one database. */
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
        latePaid,
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
        latePaid,
        silent,
        { do: "false-callback", who: 1, how: "receipt", turns: null },
        answers,
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
        { do: "false-callback", who: 3, how: "paid", turns: 0 },
        { do: "false-callback", who: 3, how: "paid", turns: 5 },
        { do: "false-callback", who: 0, how: "receipt", turns: 5 },
        { do: "kill", which: 18, after: 10, turns: null },
        { do: "pass", ms: 90000000, turns: null },
        { do: "look", who: 0, turns: null },
        { do: "buy", who: 0, plan: 0, times: 1, turns: 20 },
        { do: "account", isGood: true, turns: 1 },
        { do: "false-callback", who: 1, how: "paid", turns: 2 },
        { do: "switch", act: "stopped", turns: null },
        { do: "sweep", turns: 0 },
      ),
    ],
  },
  {
    name: "money that came after a sale was taken back counts, though the gateway is away when it is told",
    histories: [
      history(buys, silent, isPaidFor, answers, passes(3_700_000), silent, latePaid, { ...told, which: 2 }),
    ],
  },
  {
    name: "a paid prompt to a refused account counts, though a false callback names the prompt after it",
    histories: [
      history(
        ...fallsBack,
        silent,
        latePaid,
        { ...told, which: 1 },
        isPaidFor,
        answers,
        passes(130_000),
        passes(1_000),
      ),
    ],
  },
  {
    name: "the query after a forged callback may complete the prompt to a refused account that was paid",
    histories: [
      history(...fallsBack, latePaid, { do: "forged-callback", who: 0, how: "checkout", turns: null }),
    ],
  },
  {
    name: "a forged callback may wake a dead object that still has to read what a liar said before",
    histories: [
      history(
        { ...buys, turns: 6 },
        buys,
        { ...buys, turns: 1 },
        { do: "kill", which: 0, after: 9, turns: null } as const,
        told,
        { do: "look", who: 0, turns: 0 } as const,
        isPaidFor,
        { do: "forged-callback", who: 0, how: "amount", turns: null },
      ),
    ],
  },
];

/** Histories of one offline voucher. */
export const foundOfflineVouchers: readonly { name: string; acts: readonly OfflineVoucherAction[] }[] = [
  {
    name: "a code that its bridge gave back is nobody's at that site any more, though an older disk is put in",
    acts: [
      { do: "receive", arrives: true },
      { do: "copy_disk" },
      { do: "portal", who: 1, elsewhere: true },
      { do: "restore_disk" },
      { do: "connect" },
      { do: "bridge_page", who: 0 },
    ],
  },
  {
    name: "nor where the worker took in that it came back, and lost its note of how far it had read",
    acts: [
      { do: "receive", arrives: true },
      { do: "copy_disk" },
      { do: "return" },
      { do: "receive", arrives: true },
      { do: "report", acknowledged: false },
      { do: "portal", who: 1, elsewhere: true },
      { do: "restore_disk" },
      { do: "connect" },
      { do: "bridge_page", who: 0 },
    ],
  },
];
