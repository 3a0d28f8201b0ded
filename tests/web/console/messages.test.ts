import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { statusMark } from "#web/admin/vouchers/format-voucher.ts";
import { ago } from "#web/console/format.ts";
import { speak, speakAll, t } from "#web/console/language.ts";
import swahili from "#web/console/messages/sw.json";
import { readMessages } from "./read-messages.ts";

// Complete by rule: whoever writes a text on a page writes its Kiswahili. The operator's console is in English alone.

const { said, unclear } = readMessages(["web/console", "web/admin"]);
const operators = readMessages(["web/superadmin"]);
const kiswahili: Record<string, string> = swahili;

/** Names of the values in an ICU text, those inside plurals as well. */
function namesIn(text: string): string[] {
  const names = new Set<string>();
  // A text is a list of pieces; what is no string in it is a value: name, then perhaps its kind and its forms.
  const walk = (pieces: unknown): void => {
    if (!Array.isArray(pieces)) return;
    for (const piece of pieces) {
      if (!Array.isArray(piece)) continue;
      const [name, , forms] = piece as [string, string?, Record<string, unknown>?];
      if (name !== "#") names.add(name);
      Object.values(forms ?? {}).forEach(walk);
    }
  };
  walk(compileMessage(text));
  return [...names].sort();
}

describe("the texts of the consoles", () => {
  it("are written where they are used: no text is put together from parts", () => {
    expect(said.length).toBeGreaterThan(80);
    expect([...unclear, ...operators.unclear]).toEqual([]);
  });

  it("have their Kiswahili, every one, where they are said", () => {
    expect([
      ...new Set(said.filter(({ text }) => !kiswahili[text]).map(({ file, text }) => `${file}: ${text}`)),
    ]).toEqual([]);
  });

  it("of the operator name the values that they are given", () => {
    const wrong = operators.said.flatMap(({ file, text, values }) => {
      const names = namesIn(text).join();
      return names === (values?.join() ?? names) ? [] : [`${file}: ${text} [${names}] [${values}]`];
    });
    expect(wrong).toEqual([]);
  });

  it("name the same values in both languages, and get exactly these", () => {
    const wrong = said.flatMap(({ file, text, values }) => {
      const names = namesIn(text).join();
      const others = namesIn(kiswahili[text] ?? "").join();
      const given = values?.join() ?? names;
      return names === others && names === given
        ? []
        : [`${file}: ${text} [${names}] [${others}] [${given}]`];
    });
    expect(wrong).toEqual([]);
  });

  it("write no date inside a text: a build leaves out what reads its pattern", () => {
    const all = [...said, ...operators.said].flatMap(({ text }) => [text, kiswahili[text] ?? ""]);
    expect(all.filter((text) => /\{\s*\w+\s*,\s*(date|time|number)/.test(text))).toEqual([]);
  });

  it("are all still said somewhere", () => {
    const used = new Set(said.map(({ text }) => text));
    expect(Object.keys(kiswahili).filter((text) => !used.has(text))).toEqual([]);
  });
});

it("what is sold has one name in Kiswahili, for visitors and providers", () => {
  const of = (folder: string, files: RegExp) =>
    readdirSync(folder)
      .filter((file) => files.test(file))
      .map((file) => join(folder, file));
  const files = [
    "web/console/messages/sw.json",
    ...of("web/portal/messages", /-sw\.ts$/),
    ...of("worker/contract/texts", /\.ts$/),
    ...of("worker/pages/help", /-sw\.md$/),
  ];
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => /\bmi?pango\b/i.test(readFileSync(file, "utf8")))).toEqual([]);
});

describe("a text in Kiswahili", () => {
  const plural =
    "{count, plural, one {# purchase is paid and not activated} other {# purchases are paid and not activated}}";
  beforeAll(async () => {
    // The document's language is the browser's business.
    Object.assign(globalThis, { document: { documentElement: { lang: "" } } });
    await speakAll();
    await speak("sw");
  });
  afterAll(() => {
    Reflect.deleteProperty(globalThis, "document");
  });

  it("takes its values and its plurals", () => {
    expect(t("Cancel")).toBe("Ghairi");
    expect(t("{from} to {to} of {total}", { from: 1, to: 25, total: 80 })).toBe("1 hadi 25 kati ya 80");
    expect(t(plural, { count: 1 })).toBe("Ununuzi 1 umelipwa na haujawashwa");
    expect(t(plural, { count: 4 })).toBe("Manunuzi 4 yamelipwa na hayajawashwa");
  });

  it("says of one that it passed, and of several that they did", () => {
    const now = Date.UTC(2026, 10, 24, 12);
    const past = (ms: number) => ago(new Date(now - ms).toISOString(), now);
    expect(past(60_000)).toBe("Dakika 1 iliyopita");
    expect(past(120_000)).toBe("Dakika 2 zilizopita");
    expect(past(86_400_000)).toBe("Siku 1 iliyopita");
  });

  it("of a voucher that nobody has used is not the word for a plan that is on sale", () => {
    expect(t("Active")).toBe("Inatumika");
    expect([statusMark("active").word, statusMark("used").word]).toEqual(["Haijatumika", "Imetumika"]);
  });

  it("goes back to English", async () => {
    await speak("en");
    expect(t("Cancel")).toBe("Cancel");
    expect(t(plural, { count: 1 })).toBe("1 purchase is paid and not activated");
  });
});
