import { globSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sentence as faultSentence, type Trouble } from "#bridge/reconciler/contact";
import { siteSentence, speak } from "#web/console/language.ts";
import { siteSentences } from "#web/console/messages/site-sentences.ts";
import { isSentence, textsIn } from "../../support/read-sentences.ts";

// What a bridge says travels in English and is shown in both consoles. Whoever lets a bridge say something new writes its
// Kiswahili: this reads all sources of the bridge, and those of the worker that speak of a site.

const root = join(import.meta.dirname, "../../..");

/** Read by people at the bridge's machine, or by visitors, who have words of their own: files, and folders by their slash. */
const notOfConsoles = [
  ...["config.ts", "doctor.ts", "enrolment.ts", "identity.ts", "journal/", "main.ts", "start-bridge.ts"],
  ...["status.ts", "voucher-page.ts", "voucher-page/"],
].map((name) => `bridge/${name}`);

const ofSites = [
  ...["bridge-scans", "live-view", "own-bridges", "said-by-bridge", "tell-outage"].map(
    (name) => `bridges/${name}`,
  ),
  ...["assign-router", "assigned-routers", "check-router", "choose-bridge", "find-routers"].map(
    (name) => `routers/${name}`,
  ),
  ...["own-routers", "remove-router", "test-router", "withdraw-router"].map((name) => `routers/${name}`),
  ...["secrets/root-secrets", "users/move-user", "vouchers/voucher-room"],
].map((name) => `worker/features/${name}.ts`);

const sources = [
  ...globSync("bridge/**/*.ts", { cwd: root }).filter(
    (file) => !notOfConsoles.some((name) => (name.endsWith("/") ? file.startsWith(name) : file === name)),
  ),
  ...ofSites,
];

/** What stands in a letter only: letters are English. */
const inLetters = [
  "Check the power and the internet at the site, and that the machine with the bridge is on.",
  "Check the router's power and its cable.",
];

/** Sentences about a device begin with its address. */
const isSaid = (text: string) => isSentence(text) || /^\{\} [a-z].*\.$/.test(text);

const said = sources.flatMap((file) =>
  textsIn(join(root, file))
    .filter((text) => isSaid(text) && !inLetters.includes(text))
    .map((sentence) => ({ file, sentence })),
);

const troubles: Record<Trouble["kind"], true> = {
  ...{ unreachable: true, "refused-login": true, timeout: true, closed: true, trap: true },
  ...{ protocol: true, bridge: true },
};

describe("what a bridge says in a console that speaks Kiswahili", () => {
  beforeAll(async () => {
    // The document's language is the browser's business.
    Object.assign(globalThis, { document: { documentElement: { lang: "" } } });
    await speak("sw");
  });
  afterAll(async () => {
    await speak("en");
    Reflect.deleteProperty(globalThis, "document");
  });

  it("is found in the sources", () => {
    const sentences = said.map(({ sentence }) => sentence);
    expect(sentences).toContain("No MikroTik router announced itself.");
    expect(sentences).toContain("The router does not let {} in: {}.");
    expect(sentences.length).toBeGreaterThan(60);
  });

  it("has its Kiswahili, every sentence", () => {
    // Some are put together: what went wrong, and in brackets why.
    const forms = (sentence: string) => [sentence, `${sentence}.`, `${sentence} ({}).`];
    const missing = said.filter(({ sentence }) => !forms(sentence).some((form) => form in siteSentences));
    expect(missing).toEqual([]);
  });

  it("is said by somebody: nothing is translated that nobody says", () => {
    const begins = said.map(({ sentence }) => sentence.replace(/\.$/, ""));
    const unsaid = Object.keys(siteSentences)
      .filter((english) => /^[A-Z].*\.$/.test(english))
      .filter((english) => !begins.some((begin) => english.startsWith(begin)));
    expect(unsaid).toEqual([]);
  });

  it("is not said of anything else: what is no sentence of a site stays as it is, whole", () => {
    const others = globSync("worker/features/**/*.ts", { cwd: root })
      .filter((file) => !ofSites.includes(file))
      .flatMap((file) => textsIn(join(root, file)))
      .filter((text) => isSaid(text) && !(text in siteSentences));
    expect(others.length).toBeGreaterThan(200);
    const given = others.map((text) => text.replaceAll("{}", "Gate"));
    expect(given.filter((text) => siteSentence(text) !== text)).toEqual([]);
  });

  it("puts back all that it is given", () => {
    for (const [english, words] of Object.entries(siteSentences)) {
      const given = english.split("{}").length - 1;
      const used = [...new Set(words.match(/\{\d\}/g))].sort();
      expect(used, english).toEqual(Array.from({ length: given }, (_, index) => `{${index + 1}}`));
    }
  });

  it("is known for every fault of a router, whatever the router's own text is", () => {
    for (const kind of Object.keys(troubles) as Trouble["kind"][]) {
      const english = faultSentence({ kind, message: "invalid user name or password (6)" });
      const words = siteSentence(english);
      expect(words).not.toBe(english);
      expect(words).toContain("(invalid user name or password (6)).");
      expect(words).not.toMatch(/\b(The|router|bridge)\b/);
    }
  });

  it.each([
    [
      "The router cannot be reached (192.168.88.1:8728: connect EHOSTUNREACH).",
      "Ruta haifikiki (192.168.88.1:8728: connect EHOSTUNREACH).",
    ],
    [
      "The bridge at this site is offline since 3 Dec, 13:05.",
      "Daraja la mahali hapa halipo mtandaoni tangu 3 Des, 13:05.",
    ],
    [
      "Gate answers (RouterOS 7.18.2). It has no hotspot yet.",
      "Gate inajibu (RouterOS 7.18.2). Bado haina hotspot.",
    ],
    [
      "The router has a user 02:00:00:00:00:01 of its own. Mlango leaves it alone and cannot let it in. And 3 more.",
      "Ruta ina mtumiaji wake mwenyewe 02:00:00:00:00:01. Mlango haumgusi na hauwezi kumruhusu kuingia. Na vifaa vingine 3.",
    ],
    [
      "The router does not let 02:00:00:00:00:01 in: the session ended as it began. And 3 more.",
      "Ruta haimruhusu 02:00:00:00:00:01 kuingia: kipindi kiliisha mara tu kilipoanza. Na vifaa vingine 3.",
    ],
    [
      "The router answered 20 of 21 questions (no answer).",
      "Ruta ilijibu maswali 20 kati ya 21 (no answer).",
    ],
    [
      "This was asked too often. Try again in 4 minutes.",
      "Hili limeombwa mara nyingi mno. Jaribu tena baada ya dakika 4.",
    ],
    [
      'The bridge "Gate box" (Gate, Roof) is back since 20 Oct, 14:05. It was away for 1 h 6 min.',
      'Daraja "Gate box" (Gate, Roof) – mtandaoni tena tangu 20 Okt, 14:05. Muda wa kutokuwepo: saa 1 dakika 6.',
    ],
    [
      "This router still has 2 purchases that run or wait and 1 payment under way. What is paid would not be activated: you can move, extend or refund it afterwards.",
      "Ruta hii bado ina manunuzi 2 yanayoendelea au yanayosubiri na malipo 1 yanayoendelea. Kilicholipiwa hakitawashwa: unaweza kukihamisha, kukiongezea muda au kurudisha pesa baadaye.",
    ],
    [
      "Main Gate was removed. 1 purchase now waits for a device elsewhere. The router could not be told, so devices stay online there until their time is over.",
      "Main Gate imeondolewa. Ununuzi 1 sasa unasubiri kifaa mahali pengine. Ruta haikuweza kuarifiwa, kwa hiyo vifaa vitabaki mtandaoni huko hadi muda wao uishe.",
    ],
    [
      "Main Gate is not assigned to Demo WiFi any more. 2 purchases now wait for a device elsewhere.",
      "Main Gate haipo tena kwa Demo WiFi. Manunuzi 2 sasa yanasubiri kifaa mahali pengine.",
    ],
    ["Main Gate was deleted.", "Main Gate imefutwa."],
    ["Something that a newer bridge says.", "Something that a newer bridge says."],
  ])("%s", (english, words) => {
    expect(siteSentence(english)).toBe(words);
  });
});
