import { describe, expect, it } from "vitest";
import { changedSearch, readState } from "#web/console/list-params.ts";

const defaults = { q: "", page: "1", status: "" };

describe("filters in the address", () => {
  it("are what the address says, and the defaults where it is silent", () => {
    expect(readState(new URLSearchParams("q=0712&page=3"), defaults)).toEqual({
      q: "0712",
      page: "3",
      status: "",
    });
  });

  it("leave a default out, so that an unfiltered page has a plain address", () => {
    const before = new URLSearchParams("q=0712&page=3");
    expect(changedSearch(before, defaults, { q: "", page: "1" }).toString()).toBe("");
    expect(changedSearch(before, defaults, { page: "2" }).toString()).toBe("q=0712&page=2");
  });

  it("go back to the default by undefined", () => {
    const after = changedSearch(new URLSearchParams("page=3"), defaults, { page: undefined });
    expect(after.toString()).toBe("");
  });

  it("touch nothing else in the address, and not the one before", () => {
    const before = new URLSearchParams("tab=contact&q=a");
    expect(changedSearch(before, defaults, { q: "b" }).get("tab")).toBe("contact");
    expect(before.get("q")).toBe("a");
  });
});
