import { expect, test } from "vitest";
import { say, type Text, type TextKey, textIn, texts } from "#contract/texts";

type Area = { en: Record<string, string> };
const areas = Object.values(import.meta.glob<Area>("../../worker/contract/texts/*.ts", { eager: true }));
const keys = Object.keys(texts.en) as TextKey[];

const namesIn = (template = "") =>
  [...new Set([...template.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort();

test("each text belongs to one area, and each area is in the list", () => {
  const all = areas.flatMap(({ en }) => Object.keys(en));
  expect(keys.length).toBeGreaterThan(600);
  expect(keys.toSorted()).toEqual(all.toSorted());
});

test.each(["en", "sw"] as const)("each text says something in %s", (language) => {
  expect(keys.filter((key) => (texts[language][key] ?? "").trim() === "")).toEqual([]);
});

test("each text names the same parameters in both languages", () => {
  expect(keys.filter((key) => `${namesIn(texts.en[key])}` !== `${namesIn(texts.sw[key])}`)).toEqual([]);
});

test.each<[Text, string, string]>([
  [
    say("asked_too_often", { when: say("in_seconds", { count: 1 }) }),
    "This was asked too often. Try again in 1 second.",
    "Hili limeombwa mara nyingi mno. Jaribu tena baada ya sekunde 1.",
  ],
  [
    say("bridge_offline_since", { since: { at: Date.parse("2026-12-03T10:05:00Z") } }),
    "The bridge at this site is offline since 3 Dec, 13:05.",
    "Daraja la mahali hapa halipo mtandaoni tangu 3 Des, 13:05.",
  ],
  [
    say("router_back", {
      name: "Gate",
      since: { at: Date.parse("2026-10-20T11:05:00Z") },
      away: { span: 66 * 60_000 },
    }),
    "Gate is back since 20 Oct, 14:05. It was away for 1 h 6 min.",
    "Gate – mtandaoni tena tangu 20 Okt, 14:05. Muda wa kutokuwepo: saa 1 dakika 6.",
  ],
  [
    say("invoice_pay_by", { amount: "KES 900", day: { date: "2026-12-05" } }),
    "KES 900 is to be paid by 5 December 2026.",
    "KES 900 inapaswa kulipwa kufikia 5 Desemba 2026.",
  ],
  [
    say("invoice_for", { period: { date: "2026-11" } }),
    "Invoice for November 2026",
    "Ankara ya Novemba 2026",
  ],
  [say("as_it_is", { text: "{text} {name}" }), "{text} {name}", "{text} {name}"],
  [{ say: "of_a_newer_bridge" as TextKey }, "of_a_newer_bridge", "of_a_newer_bridge"],
])("%j is said in both languages", (text, english, swahili) => {
  expect([textIn("en", text), textIn("sw", text)]).toEqual([english, swahili]);
});
