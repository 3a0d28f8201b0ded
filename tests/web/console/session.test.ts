import { getDefaultStore } from "jotai";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Signed, sessionRecord, signedAtom } from "#web/console/session.ts";

const amina: Signed = {
  id: "1",
  username: "amina",
  name: "Amina Wanjiru",
  role: "Administrator",
  providerId: "p1",
  email: "amina@demo.example",
};
const session = sessionRecord("admin");
const signed = () => getDefaultStore().get(signedAtom);
let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => {
  session.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("the record of who is signed in", () => {
  it("lies in the session storage under the key of docs/behaviour", () => {
    session.write(amina);
    expect(JSON.parse(kept.get("admin") ?? "")).toEqual(amina);
    expect(signed()).toEqual(amina);
  });

  it("is read back, with empty texts for what it lacks", () => {
    kept.set("admin", JSON.stringify({ id: "1", username: "amina" }));
    expect(session.read()).toEqual({
      id: "1",
      username: "amina",
      name: "",
      role: "",
      providerId: "",
      email: "",
    });
  });

  it.each([
    ["no JSON", "{oops"],
    ["no object", '"amina"'],
    ["null", "null"],
    ["a list", "[]"],
    ["no id", '{"username":"amina"}'],
    ["no username", '{"id":"1"}'],
    ["an id that is no text", '{"id":{"a":1},"username":"amina"}'],
  ])("is removed when it is damaged: %s", (_what, text) => {
    kept.set("admin", text);
    expect(session.read()).toBeNull();
    expect(kept.has("admin")).toBe(false);
    expect(signed()).toBeNull();
  });

  it("is gone after it was cleared", () => {
    session.write(amina);
    session.clear();
    expect(kept.size).toBe(0);
    expect(signed()).toBeNull();
  });

  it("lives on in the tab when the browser keeps nothing", () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    vi.stubGlobal("sessionStorage", {
      getItem() {
        throw new Error("SecurityError");
      },
      setItem() {
        throw new Error("SecurityError");
      },
      removeItem() {
        throw new Error("SecurityError");
      },
    });
    expect(session.read()).toBeNull();
    session.write(amina);
    expect(signed()).toEqual(amina);
  });
});
