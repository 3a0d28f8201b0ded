import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { adminLogIn, adminLogOut } from "#contract/auth";
import { listNotifications } from "#contract/billing-notifications";
import { adminListPlans, createPlan } from "#contract/plans";
import { getProfile } from "#contract/profile";
import { listAdminSessions } from "#contract/sessions";
import { providerStats } from "#contract/transactions";
import { session } from "#web/admin/session.ts";
import { answer, bodiesOf, held, refusal, sentTo, unreachable } from "../support/fake-server.ts";
import { amina, openAdmin } from "../support/open-admin.tsx";
import { addressNow, button, dialog, fill, person, press, see, toastAfter, words } from "../support/page.ts";

// Who is signed in (docs/behaviour/provider-console.md, PC-2 to PC-11). What the cookie decides stands in
// tests/e2e/console-session.test.ts, the record in tests/web/console/session.test.ts.

beforeEach(() => {
  answer(adminListPlans, []);
});
const logIn = async (username: string, password: string) => {
  await fill({ Username: username, Password: password });
  await press("Sign In");
};
const alert = () => screen.findByRole("alert");
const atLogIn = () => screen.findByRole("button", { name: "Sign In" });

describe("the log-in page", () => {
  it.each([
    ["demo", "Provider Admin", "demo"],
    [null, "HotSpot Admin", ""],
  ])("on the host of %s is %s (PC-2)", async (subdomain, heading, shown) => {
    openAdmin("/admin", { signed: null, subdomain });
    await screen.findByRole("heading", { level: 1, name: heading });
    await see(shown);
    expect(screen.getByLabelText<HTMLInputElement>("Password").type).toBe("password");
  });

  it.each([
    ["", "secret", "Username"],
    ["   ", "secret", "Username"],
    ["demo", "  ", "Password"],
  ])("asks for what is missing, and calls nobody: %j and %j (PC-4)", async (username, password, missing) => {
    openAdmin("/admin", { signed: null });
    await logIn(username, password);
    expect(words(await alert())).toBe("Missing Information Please enter both username and password");
    expect(document.activeElement).toBe(screen.getByLabelText(missing));
    expect(sentTo(adminLogIn)).toEqual([]);
  });

  it.each([
    [refusal(403, "This account is closed."), "Login Failed This account is closed."],
    [refusal(502), "Login Failed Invalid credentials"],
  ])("says why it failed (PC-5)", async (given, said) => {
    answer(adminLogIn, given);
    openAdmin("/admin", { signed: null });
    await logIn("demo", "wrong");
    expect(words(await alert())).toBe(said);
  });

  it("asks for the code of the second factor once the password was right (PC-5f)", async () => {
    answer(adminLogIn, refusal(401, "Enter your code.", "second_factor_needed"));
    openAdmin("/admin", { signed: null });
    await logIn("demo", "secret");
    const code = await screen.findByLabelText("Code of your authenticator app");
    expect([document.activeElement, screen.queryByRole("alert")]).toEqual([code, null]);
    answer(adminLogIn, refusal(401, "That code is not right.", "second_factor_needed"));
    await fill({ "Code of your authenticator app": "000000" });
    await press("Sign In");
    expect(words(await alert())).toBe("Login Failed That code is not right.");
    answer(adminLogIn, amina);
    await fill({ "Code of your authenticator app": "123456" });
    await press("Sign In");
    await waitFor(() => expect(addressNow()).toBe("/admin/dashboard"));
    expect(bodiesOf(adminLogIn)).toEqual([
      { username: "demo", password: "secret" },
      { username: "demo", password: "secret", code: "000000" },
      { username: "demo", password: "secret", code: "123456" },
    ]);
  });

  it("is busy while it asks, keeps the record, and leads back to where one was (PC-3, PC-8)", async () => {
    const release = held(adminLogIn, amina);
    openAdmin("/admin/plans?x=1", { signed: null });
    await atLogIn();
    await waitFor(() => expect(addressNow()).toBe(`/admin?next=${encodeURIComponent("/admin/plans?x=1")}`));
    await logIn("demo", "secret");
    expect(await button("Signing in...")).toHaveProperty("disabled", true);
    await person.keyboard("{Enter}");
    release();
    await screen.findByRole("heading", { level: 1, name: "Subscription Plans" });
    await waitFor(() => expect(addressNow()).toBe("/admin/plans?x=1"));
    expect(bodiesOf(adminLogIn)).toEqual([{ username: "demo", password: "secret" }]);
    expect(JSON.parse(sessionStorage.getItem("admin") ?? "")).toEqual(amina);
  });

  it.each(["https://evil.example/", "//evil.example/admin/", "/admin/../elsewhere", "javascript:alert(1)"])(
    "leads to a page of the console alone: not %s",
    async (next) => {
      answer(adminLogIn, amina);
      openAdmin(`/admin?next=${encodeURIComponent(next)}`, { signed: null });
      await logIn("demo", "secret");
      await waitFor(() => expect(addressNow()).toBe("/admin/dashboard"));
    },
  );

  it("says why a sign-in by a link did not happen (PC-10)", async () => {
    openAdmin("/admin", { signed: null, refusal: "This link was used before." });
    await see("Sign In Failed This link was used before.");
  });
});

describe("a session", () => {
  it("that is over by any call clears the record and leads to log-in (PC-9)", async () => {
    answer(adminListPlans, refusal(401, "Please sign in.", "not_signed_in"));
    openAdmin("/admin/plans");
    await atLogIn();
    await waitFor(() => expect(addressNow()).toBe(`/admin?next=${encodeURIComponent("/admin/plans")}`));
    expect([sessionStorage.getItem("admin"), session.read()]).toEqual([null, null]);
  });

  it("that ends while somebody types says so, and is begun again on the page: the form keeps its text", async () => {
    answer(adminListPlans, []);
    openAdmin("/admin/plans");
    await press("Create Plan");
    await fill({ "Plan Name": "Night", "Price (KES)": "50", "Speed (Mbps)": "5", "Duration (hours)": "12" });
    answer(createPlan, refusal(401, "Please sign in.", "not_signed_in"));
    await person.click(document.querySelector("[role=dialog] [type=submit]") as HTMLElement);
    const again = await dialog("You were signed out");
    await see("What you typed is kept. Sign in again, then send it.", () => again);
    answer(adminLogIn, refusal(401, "Invalid credentials", "not_signed_in"));
    await fill({ Password: "wrong" }, again);
    await press("Sign In", again);
    await see("Login Failed Invalid credentials", () => again);
    answer(adminLogIn, refusal(401, "Enter your code.", "second_factor_needed"));
    await fill({ Password: "secret" }, again);
    await press("Sign In", again);
    answer(adminLogIn, amina);
    await within(again).findByLabelText("Code of your authenticator app");
    await fill({ "Code of your authenticator app": "123456" }, again);
    await press("Sign In", again);
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "You were signed out" })).toBeNull());
    expect(bodiesOf(adminLogIn).at(-1)).toEqual({ username: "demo", password: "secret", code: "123456" });
    await waitFor(() => expect(addressNow()).toBe("/admin/plans"));
    expect(screen.getByLabelText<HTMLInputElement>(/^Plan Name/).value).toBe("Night");
  });

  it("is ended at the server first; afterwards one is at the beginning (PC-9)", async () => {
    answer(adminLogOut, unreachable);
    openAdmin("/admin/plans");
    await press("Language, theme and logout");
    expect(await toastAfter(() => press("Logout"))).toMatch(/^Not logged out - /);
    await waitFor(() => expect(addressNow()).toBe("/admin/plans"));
    answer(adminLogOut, { success: true });
    await press("Logout");
    await atLogIn();
    expect([addressNow(), sessionStorage.getItem("admin")]).toEqual(["/admin", null]);
  });

  it("is nobody's by a message of another window (PC-10)", async () => {
    openAdmin("/admin/plans", { signed: null });
    await atLogIn();
    window.postMessage({ type: "SET_ADMIN_DATA", adminData: amina }, "*");
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(sessionStorage.getItem("admin")).toBeNull();
  });

  it("of an operator who acts for the provider says so on every page, and is left by Exit (PC-10)", async () => {
    answer(adminLogOut, { success: true });
    openAdmin("/admin/plans", { signed: { actingAs: "Grace" } });
    await see("Grace, you are acting as Demo WiFi What you do here is recorded under your own name.");
    const goneTo = vi.spyOn(window.location, "replace").mockImplementation(() => undefined);
    await press(/^Exit/);
    await waitFor(() => expect(sentTo(adminLogOut)).toHaveLength(1));
    // Back to the operator's own console, and nothing of the provider stays in this browser.
    await waitFor(() =>
      expect(goneTo.mock.calls).toEqual([
        [`https://hotspot.test/superadmin/providers/${amina.providerId}/profile`],
      ]),
    );
    expect(sessionStorage.getItem("admin")).toBeNull();
    goneTo.mockRestore();
  });
});

describe("a suspended provider's admin (PC-11)", () => {
  const sentence = "This account is suspended. Please contact the platform's support.";

  it("reads why, reaches profile and billing, and can log out", async () => {
    answer(providerStats, refusal(403, sentence, "forbidden"));
    answer(adminListPlans, refusal(403, sentence, "forbidden"));
    answer(getProfile, { ...amina, isEmailConfirmed: true });
    answer(listAdminSessions, []);
    answer(listNotifications, []);
    openAdmin("/admin/plans");
    await screen.findByRole("heading", { level: 1, name: "Account suspended" });
    const main = screen.getByRole("main");
    expect(words(main)).toContain(sentence);
    await button("Logout", main);
    await person.click(
      [...main.querySelectorAll("a")].find((link) => words(link) === "Profile") as HTMLElement,
    );
    await screen.findByRole("heading", { level: 1, name: "Profile Settings" });
  });
});
