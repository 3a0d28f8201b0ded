import { say, type Text } from "../../contract/texts.ts";
import { dayMs, hourMs, minuteMs } from "../../contract/values/time.ts";

// How often visitors may do what, and why so often. All of it counts in a sliding window.
//
// Who is counted, in this order: a browser (its cookie) on a device that the router lists; everything else by its network;
// the strangers of all networks together by router. Prompts are counted by phone as well (prompt-state.ts). Nothing that a
// site's listed devices need is counted for a whole router, provider or network, so one of them, or a network far away,
// can't use it up.

const tenMinutesMs = 10 * minuteMs;

export type Count = { max: number; windowMs: number };

type ClassRules = {
  /** One browser on one device that the router lists. A site's devices each have this, whatever the others do. */
  browser: Count;
  /** All of one network together: devices that the router doesn't list, and a listed device with too many browsers. */
  network: Count;
  /** The same while the router can't be asked: then a site's own visitors come here, all from one address. */
  networkUnasked: Count;
  /** All that was let in by `network` and `networkUnasked`, at one router. One network can't fill it. */
  router: Count;
};

export type ActRules = ClassRules & {
  /** What the refused person is told. `about`: what is wrong besides. */
  refusal: (when: Text, about?: Text) => Text;
};

/**
 * Different phones that prompts are asked for: paying for friends takes a few, bothering strangers takes many. One that paid
 * counts no more, nor does one to which nothing was sent.
 */
type PhoneRules = { browser: { soon: Count; day: Count }; network: Count; networkUnasked: Count };

/** Of a browser, a network, a network while the router can't be asked, a router. */
type Most = readonly [browser: number, network: number, networkUnasked: number, router: number];

/** @param sharedMs in which a whole site's visitors are counted */
function rulesOf([browser, network, networkUnasked, router]: Most, sharedMs = tenMinutesMs): ClassRules {
  return {
    browser: { max: browser, windowMs: tenMinutesMs },
    network: { max: network, windowMs: tenMinutesMs },
    networkUnasked: { max: networkUnasked, windowMs: sharedMs },
    router: { max: router, windowMs: sharedMs },
  };
}

/**
 * Access is asked for. A hundred visitors behind one address do so within a minute, listed or (while the router is away) not; what is
 * shared is counted by the minute, so that a flood writes no row.
 */
const buyClass = rulesOf([10, 20, 120, 600], minuteMs);
/** A code was wrong, or may be. Ours have 50 bits at least: this keeps the log and the database quiet, the codes keep themselves. */
const codeClass = rulesOf([5, 10, 60, 600]);
/** A page asks or reports, mostly by itself: once for each document or picture. */
const lookClass = rulesOf([30, 60, 600, 6_000]);

const tries: ActRules["refusal"] = (when) => say("tries_limit", { when });

/** Each act is counted by itself, under the rules of its class. */
export const actRules = {
  buy: { ...buyClass, refusal: (when) => say("payments_limit", { when }) },
  /** Codes that are entered, right or wrong. */
  redeem: { ...buyClass, refusal: (when) => say("codes_limit", { when }) },
  /** A buyer lets a device in. */
  pair: { ...buyClass, refusal: tries },
  wrongCode: { ...codeClass, refusal: (_when, about) => say("wrong_codes_limit", { about: about ?? "" }) },
  /** "I have paid" and "move to this phone". Only a listed device comes so far. */
  claim: { ...codeClass, refusal: tries },
  /** A buyer looks which devices could be let in: a list of neighbours. */
  nearby: { ...lookClass, refusal: tries },
  /** Whether what was bought elsewhere may come here. */
  roam: { ...lookClass, refusal: tries },
  /** Reports that an advertisement was seen or pressed. */
  ad: { ...lookClass, refusal: (when) => say("reports_limit", { when }) },
  /** A claim that is repeated while its gateway is asked, every five seconds for two minutes: 24 times for each claim. */
  claimAgain: { ...lookClass, browser: { max: 100, windowMs: tenMinutesMs }, refusal: tries },
} satisfies Record<string, ActRules>;

export type Act = keyof typeof actRules;

/** Browsers of a listed device with own counts a day; later ones share the network's. Its address is no secret. */
export const browsersOfDevice: Count = { max: 4, windowMs: dayMs };

/**
 * With `browsersOfDevice`, twelve phones an hour and twenty-four a day that did not pay, in the name of one listed device at most. After
 * three wrong ones a visitor waits an hour at most.
 */
export const phonesAsked: PhoneRules = {
  browser: { soon: { max: 3, windowMs: hourMs }, day: { max: 6, windowMs: dayMs } },
  network: { max: 6, windowMs: hourMs },
  networkUnasked: { max: 200, windowMs: hourMs },
};

/**
 * Different phones of all networks together, for devices that the router does not list: networks are had by the hundred, and each
 * prompt makes a phone ring. Beyond, the purchase is paid by hand or with a voucher; a listed device is neither counted nor refused here,
 * so that no flood shuts a site. Of a provider, so that many routers are no way round.
 */
export const strangersPhones = {
  router: { max: 30, windowMs: hourMs },
  provider: { max: 60, windowMs: hourMs },
} as const satisfies Record<string, Count>;

/**
 * The same while the router can't be asked: what a large site needs in an hour. No device is let in before it answers again, so paying
 * by hand meanwhile is not slower.
 */
export const strangersPhonesUnasked = {
  router: { max: 200, windowMs: hourMs },
  provider: { max: 400, windowMs: hourMs },
} as const satisfies Record<string, Count>;

/**
 * Codes by SMS: each costs its provider money and rings somebody's phone, so nobody who is not at the site gets one, and a network has
 * no more than a site needs.
 */
export const codeRules = {
  network: { max: 30, windowMs: hourMs },
  device: { max: 3, windowMs: dayMs },
  /** Of all providers together. */
  phone: { soon: { max: 1, windowMs: minuteMs }, day: { max: 3, windowMs: dayMs } },
} as const;

/**
 * Texts that are sent to the phones of customers with lines on request: each costs the provider money, and rings. A link may be asked for by a
 * stranger, a code only with the customer's link: they are counted apart, so that a stranger cannot use up a customer's codes.
 */
export const customerRules = {
  links: {
    soon: { max: 1, windowMs: minuteMs },
    hour: { max: 5, windowMs: hourMs },
    day: { max: 10, windowMs: dayMs },
  },
  codes: { hour: { max: 5, windowMs: hourMs }, day: { max: 10, windowMs: dayMs } },
  /** Different customers that one network asks links for, known or made up: a site's blocked lines come from one address. */
  asked: { max: 60, windowMs: hourMs },
} as const;

/**
 * Different codes of another system that were wrong, listed devices included: they are short, and a device on the WiFi has a new address
 * whenever it likes. Right ones don't count. A network of the site, which is one where such a code was redeemed, counts by itself; all
 * others by line, device and router as well, since who holds many could guess from each.
 */
export const foreignCodes = {
  network: { max: 30, windowMs: hourMs },
  line: { max: 30, windowMs: hourMs },
  device: { max: 30, windowMs: hourMs },
  router: { max: 60, windowMs: hourMs },
  /** Networks of one router's site: two lines to the internet. Later ones are not believed, or each right code would open one more. */
  siteNetworks: { max: 2, windowMs: dayMs },
} as const satisfies Record<string, Count>;

/** Questions to routers whether they list a device, from one network. Beyond, an answer up to `staleListMs` old serves. */
export const listsAsked: Count = { max: 60, windowMs: minuteMs };
/** A router is asked for its list at most this often, by whomever. */
export const freshListMs = 2_000;
export const staleListMs = 30_000;

/** What a phone may get. Counted for strangers together, and for each that has paid with this phone by itself. */
export const promptRules = {
  /** The gateway's own lock of a subscriber is as long, so that an earlier prompt would be refused there. */
  quietMs: minuteMs,
  /** Prompts of any outcome. */
  most: { max: 6, windowMs: tenMinutesMs },
  /** Unanswered or cancelled ones within a day, after which the next one waits: 10, 30, then 60 minutes each. */
  unpaid: { max: 3, windowMs: dayMs },
  waitsMs: [tenMinutesMs, 30 * minuteMs, hourMs],
  /** A second prompt to whoever cancelled the first one may go at once (another plan was meant); a third one is quiet. */
  freeRetries: 1,
} as const;

/** How much one party may keep in what all share: a bound for who wants to fill the platform's database. */
export const quotas = {
  pictures: {
    /** The one that is shown, and the last before it: pages on their way still name them. */
    keptOfProvider: 3,
    /** Of the platform's general look and its advertisements. */
    ofPlatform: 300,
    /** How long one that nothing shows any more is served to pages that were made before. */
    unusedMs: dayMs,
  },
  vouchers: {
    /** That could be sold and used now. */
    live: 50_000,
    perHour: 10_000,
    perDay: 20_000,
    /** How long one that ended unused (revoked, or past its date) stays in the list. */
    endedMs: 90 * dayMs,
    /** How many of those are removed at a time. */
    removedAtATime: 500,
  },
  /** Rows of another system's files that are brought in. */
  imports: { rowsPerDay: 20_000 },
  /** What one person may change in a provider's console: each change is a line of the audit, which is never shortened. */
  changes: { perTenMinutes: 500, perDay: 5_000 },
  /** What a program may ask by one token; how much it may change is counted as a person's is. */
  tokenCalls: { perMinute: 120 },
  apiTokens: { ofProvider: 20 },
  bridge: {
    /** Sessions of devices that it may tell of in a day, a reconnection being one: 2,000 devices, ten each. */
    sessionsPerDay: 20_000,
    /** Journals (a new disk is one) whose acknowledgements are kept. */
    journals: 100,
  },
} as const;
