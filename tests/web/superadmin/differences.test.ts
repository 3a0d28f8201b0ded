import { afterAll, beforeAll, expect, it } from "vitest";
import { alsoSpeaks, speak } from "#web/console/language.ts";
import { factsOf, faultWords, shortId } from "#web/superadmin/reconciliation/format-difference.ts";

alsoSpeaks(async () => (await import("#web/superadmin/messages/sw.json")).default);
beforeAll(async () => {
  // The document's language is the browser's business.
  Object.assign(globalThis, { document: { documentElement: { lang: "" } } });
  await speak("sw");
});
afterAll(async () => {
  await speak("en");
  Reflect.deleteProperty(globalThis, "document");
});

it("what is wrong with a statement or a payment is said in Kiswahili, the gateway's own words in brackets", () => {
  expect(
    faultWords(
      "M-Pesa refuses it (Invalid ShortCode, HTTP 400): ask Safaricom to allow Pull Transactions there.",
    ),
  ).toBe("M-Pesa inakataa (Invalid ShortCode, HTTP 400): omba Safaricom iruhusu Pull Transactions hapo.");
  expect(faultWords("The gateway could not answer (HTTP 503).")).toBe(
    "Mfumo wa malipo haukuweza kujibu (HTTP 503).",
  );
  expect(factsOf({ detail: { fault: "No such payment is known any more." } })).toBe(
    "Kwa nini: Malipo haya hayajulikani tena.",
  );
});

it("a transaction is called by as much of its id as its payer reads", () => {
  expect(shortId("ed2d1b99c1797da7aeb6ccb11079c5277c7e6ada73fe9568")).toBe("ed2d1b99c179…");
  expect(shortId("t-1")).toBe("t-1");
});
