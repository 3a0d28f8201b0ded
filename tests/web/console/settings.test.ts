import { describe, expect, it } from "vitest";
import { SettingsInput, settingsDefaults } from "#contract/branding";
import { faintColours } from "#web/console/settings/appearance.tsx";
import { checkLogo, LogoRefused } from "#web/console/settings/logo-field.tsx";
import { changedSettings, tabOf } from "#web/console/settings/settings-form-rules.ts";
import { faultsIn } from "../../support/field-faults.ts";

/** What the server says of a change, by its field. */
const wrong = (change: object) => faultsIn(SettingsInput, change);

describe("what may be saved", () => {
  it("the defaults, and nothing at all, are fine", () => {
    expect(wrong(settingsDefaults)).toEqual({});
    const empty = Object.fromEntries(Object.keys(settingsDefaults).map((name) => [name, ""]));
    expect(wrong(empty)).toEqual({});
  });

  it.each([
    ["a colour that is none", { headerColor: "blue" }, { headerColor: "Choose a colour like #0066cc" }],
    [
      "an address without http",
      { termsUrl: "javascript:alert(1)" },
      { termsUrl: "Enter a web address that begins with https://" },
    ],
    [
      "an address that is none",
      { privacyUrl: "https://" },
      { privacyUrl: "Enter a web address that begins with https://" },
    ],
    ["an e-mail that is none", { supportEmail: "amina@" }, { supportEmail: "Invalid email address" }],
  ])("%s is refused at its field", (_, change, errors) => {
    expect(wrong(change)).toEqual(errors);
  });

  it("only what was changed is sent, without the spaces around it", () => {
    const after = {
      ...settingsDefaults,
      supportPhone: " 0712 000 001 ",
      logoUrl: "data:image/webp;base64,AA",
    };
    expect(changedSettings(settingsDefaults, after)).toEqual({
      supportPhone: "0712 000 001",
      logoUrl: "data:image/webp;base64,AA",
    });
  });

  it("every setting has its tab", () => {
    expect(Object.keys(tabOf).sort()).toEqual(Object.keys(settingsDefaults).sort());
  });
});

describe("colours that are hard to see", () => {
  it("the defaults are not", () => {
    expect(faintColours(settingsDefaults)).toEqual([]);
  });

  it("a yellow button is, on white cards; the number is never better than it is", () => {
    expect(faintColours({ ...settingsDefaults, primaryColor: "#ffeb3b" })).toEqual([
      { colour: "primaryColor", on: "card", ratio: 1.2 },
    ]);
  });

  it("a dark button is, on a dark page", () => {
    const faint = faintColours({ ...settingsDefaults, primaryColor: "#0f172a", backgroundColor: "#111827" });
    expect(faint).toEqual([{ colour: "primaryColor", on: "background", ratio: 1 }]);
  });

  it("a pale second colour is", () => {
    expect(faintColours({ ...settingsDefaults, secondaryColor: "#fde68a" })[0]?.colour).toBe(
      "secondaryColor",
    );
  });
});

describe("which files may become a logo", () => {
  const refusal = (file: { type: string; size: number }) => {
    try {
      checkLogo(file);
      return null;
    } catch (cause) {
      if (!(cause instanceof LogoRefused)) throw cause;
      return `${cause.title}: ${cause.message}`;
    }
  };
  const mb = 1024 * 1024;

  it("images of any kind up to 5 MB", () => {
    expect(refusal({ type: "image/svg+xml", size: 5 * mb })).toBe(null);
  });

  it("what is no image is refused, however small, and before its size", () => {
    const text = "Invalid File Type: Please upload an image file (PNG, JPG, SVG, etc.)";
    expect(refusal({ type: "application/pdf", size: 10 })).toBe(text);
    expect(refusal({ type: "", size: 6 * mb })).toBe(text);
  });

  it("an image over 5 MB is refused", () => {
    expect(refusal({ type: "image/png", size: 5 * mb + 1 })).toBe(
      "File Too Large: Please upload an image smaller than 5MB",
    );
  });
});
