import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { settingsDefaults } from "#contract/branding";
import { swahiliSentences } from "#worker/http/sentences-sw";
import { isSentence, textsIn } from "../support/read-sentences.ts";

// Whoever writes a sentence for visitors writes its Kiswahili too. This reads the sources that visitors' calls run through.

const root = join(import.meta.dirname, "../../worker");
const features = [
  "bridges",
  "entitlements",
  "ads",
  "branding",
  "purchase-recovery",
  "rate-limits",
  "payments",
  "plans",
  "routers",
  "vouchers",
];

/** What only consoles, bridges and gateways reach: files, and folders by their slash. */
const notForVisitors = [
  "http/console-pages.ts",
  "http/openapi.ts",
  "http/sentences-sw.ts",
  "features/routers/assigned-routers.ts",
  "features/bridges/bridge-object.ts",
  "features/bridges/bridge-scans.ts",
  "features/entitlements/cut-off.ts",
  "features/bridges/enrol-bridge.ts",
  "features/routers/find-routers.ts",
  "features/bridges/handshake.ts",
  "features/bridges/live-view.ts",
  "features/bridges/own-bridges.ts",
  "features/routers/remove-router.ts",
  "features/routers/own-routes.ts",
  "features/bridges/routes.ts",
  "features/entitlements/routes.ts",
  "features/bridges/said-by-bridge.ts",
  "features/bridges/tell-outage.ts",
  "features/routers/withdraw-router.ts",
  "features/ads/ad-picture.ts",
  "features/ads/clean-html.ts",
  "features/ads/copy-picture.ts",
  "features/ads/managed-routes.ts",
  "features/ads/save-ad.ts",
  "features/branding/media.ts",
  "features/branding/save-settings.ts",
  "features/rate-limits/admit-change.ts",
  "features/payments/gateways/",
  "features/payments/refunds/",
  "features/payments/switch-trial.ts",
  "features/payments/test-push.ts",
  "features/payments/paybill/",
  "features/payments/verify-gateway.ts",
  "features/payments/write-verification.ts",
  "features/plans/save-plan.ts",
  "features/routers/assign-router.ts",
  "features/routers/check-router.ts",
  "features/routers/choose-bridge.ts",
  "features/routers/list-routers.ts",
  "features/routers/own-routers.ts",
  "features/routers/platform-store.ts",
  "features/routers/preflight-routes.ts",
  "features/routers/routes.ts",
  "features/routers/save-router.ts",
  "features/routers/set-up-router.ts",
  "features/routers/setup-routes.ts",
  "features/routers/shared-routes.ts",
  "features/routers/test-router.ts",
  "features/routers/setup-script/",
  "features/bridges/routes.ts",
  "features/entitlements/routes.ts",
  "features/vouchers/delete-plan.ts",
  "features/vouchers/generate-vouchers.ts",
  "features/vouchers/offline/lend-vouchers.ts",
  "features/vouchers/offline/take-back.ts",
  "features/vouchers/revoke-vouchers.ts",
  "features/vouchers/voucher-room.ts",
];

/** Console sentences in files that visitors' calls run through as well. */
const consoleSentences = [
  "Set up your second factor first: every super admin needs one.",
  "Enter your password again to go on.",
  "This account is suspended. Please contact the platform's support.",
  "This account is suspended for an unpaid invoice. Billing says what is owed and how to pay it.",
  "Not stored. Please send it again.",
  "Invalid email address",
  "This provider does not exist any more.",
  "This payment is not kept any more.",
  "This payment is still being written down. Try again in a minute.",
  // A name, in faults that the provider reads.
  "Airtel Money",
];

/** Said with one of few words put in: each of the whole sentences has its own Kiswahili. */
const variants: Record<string, readonly string[]> = {
  "This {} does not sell access at the moment. Please ask at the counter.": ["provider", "hotspot"],
  "Please fill in {}.": ["everything"],
};

/** Said by a provider's settings until the provider sets its own. */
const inSettings = [settingsDefaults.welcomeMessage];

const wholes = (sentence: string) =>
  (variants[sentence] ?? []).map((variant) => sentence.replace("{}", variant));

function sources(): string[] {
  const folders = ["http", ...features.map((name) => `features/${name}`)];
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts") && !name.endsWith(".d.ts"))
      .map((name) => `${folder}/${name}`),
  );
  return [...files, "app.ts", "errors.ts"].filter(
    (file) => !notForVisitors.some((name) => (name.endsWith("/") ? file.startsWith(name) : file === name)),
  );
}

describe("sentences for visitors", () => {
  const all = sources().flatMap((file) =>
    textsIn(join(root, file))
      .filter(isSentence)
      .map((sentence) => ({ file, sentence })),
  );

  it("are found in the sources", () => {
    const sentences = all.map(({ sentence }) => sentence);
    expect(sentences).toContain("This voucher has expired.");
    expect(sentences).toContain("Too many payment requests from here. Please try again {}.");
  });

  it("have their Kiswahili", () => {
    const isKnown = (sentence: string) => sentence in swahiliSentences;
    const missing = all.filter(
      ({ sentence }) =>
        !isKnown(sentence) &&
        !(sentence in variants && wholes(sentence).every(isKnown)) &&
        !consoleSentences.includes(sentence),
    );
    expect(missing).toEqual([]);
  });

  it("are all said by somebody: nothing is translated that nobody says", () => {
    const said = [...all.flatMap(({ sentence }) => [sentence, ...wholes(sentence)]), ...inSettings];
    const sentences = Object.keys(swahiliSentences).filter((english) => /[.!]$/.test(english));
    const unsaid = sentences.filter((english) => !said.includes(english));
    expect(unsaid).toEqual([]);
  });

  it("put back all that they are given", () => {
    for (const [english, words] of Object.entries(swahiliSentences)) {
      const given = english.split("{}").length - 1;
      const used = [...new Set(words.match(/\{\d\}/g))].sort();
      expect(used, english).toEqual(Array.from({ length: given }, (_, index) => `{${index + 1}}`));
    }
  });
});
