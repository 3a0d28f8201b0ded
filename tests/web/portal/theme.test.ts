import { describe, expect, it, vi } from "vitest";
import { keepTheme, keptTheme, type ThemePorts, themeClass } from "#web/portal/theme.ts";

function browser(local: Record<string, string>, session: Record<string, string>) {
  const storage = (items: Record<string, string>) => ({
    getItem: (name: string) => items[name] ?? null,
    setItem: (name: string, value: string) => {
      items[name] = value;
    },
  });
  const ports = {
    stores: { local: () => storage(local), session: () => storage(session) },
    load: vi.fn<ThemePorts["load"]>(() => Promise.resolve({ theme: "cyberpunk" })),
    save: vi.fn<ThemePorts["save"]>(() => Promise.resolve()),
  };
  return { local, ports };
}

describe("a visitor's look", () => {
  it("is a class of the document, and none where the system decides", () => {
    expect([themeClass("dark"), themeClass("cyberpunk"), themeClass("system"), themeClass(null)]).toEqual([
      "theme-dark",
      "theme-cyberpunk",
      "",
      "",
    ]);
  });

  it("is kept in this browser, and found again by a page that says none", async () => {
    const { local, ports } = browser({}, {});
    keepTheme("dark", ports);
    expect(local).toEqual({ theme: "dark" });
    expect(await keptTheme(null, ports)).toBe("dark");
    expect(await keptTheme("light", ports)).toBeNull();
    expect(ports.load).not.toHaveBeenCalled();
    expect(ports.save).not.toHaveBeenCalled();
  });

  it("is nothing where something else was kept, or storage throws", async () => {
    expect(await keptTheme(null, browser({ theme: "neon" }, {}).ports)).toBeNull();
    const throwing = () => {
      throw new Error("denied");
    };
    const ports = { ...browser({}, {}).ports, stores: { local: throwing, session: throwing } };
    expect(await keptTheme(null, ports)).toBeNull();
    expect(() => keepTheme("dark", ports)).not.toThrow();
  });

  it("comes from the server and goes there where the super admin's marker stands", async () => {
    const { local, ports } = browser({ theme: "light" }, { superadmin: "{}" });
    expect(await keptTheme("dark", ports)).toBe("cyberpunk");
    keepTheme("purple", ports);
    expect(ports.save).toHaveBeenCalledWith("purple");
    expect(local).toEqual({ theme: "light" });
  });

  it("is this browser's again when the server does not know the super admin any more", async () => {
    const { local, ports } = browser({ theme: "light" }, { superadmin: "{}" });
    ports.load.mockRejectedValue(new Error("401"));
    ports.save.mockRejectedValue(new Error("401"));
    expect(await keptTheme(null, ports)).toBe("light");
    keepTheme("dark", ports);
    await expect.poll(() => local).toEqual({ theme: "dark" });
  });
});
