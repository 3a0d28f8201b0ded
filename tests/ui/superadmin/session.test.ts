import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { platformLogIn, platformLogOut, platformSession } from "#contract/auth";
import { getTheme } from "#contract/branding";
import { listGatewayAlarms, listSuccessRates } from "#contract/gateway-alarms";
import { platformStats } from "#contract/platform-figures";
import { listProviders } from "#contract/providers";
import { answer, bodiesOf, held, refusal, sentTo } from "../support/fake-server.ts";
import { grace, openSuperadmin } from "../support/open-superadmin.tsx";
import { addressNow, button, fill, person, press, see, toastAfter, words } from "../support/page.ts";

// Who is signed in to the super admin console (docs/behaviour/operator-console.md, OC-1 to OC-6, OC-12).

beforeEach(() => {
  answer(listProviders, []);
  answer(getTheme, { theme: "cyberpunk" });
});
const logIn = async (username: string, password: string) => {
  await fill({ Username: username, Password: password });
  await press("Sign In");
};
const alert = () => screen.findByRole("alert");
const atLogIn = () => screen.findByRole("heading", { level: 1, name: "Super Admin Portal" });
const atProviders = () => screen.findByRole("heading", { level: 1, name: "Provider Management" });

describe("the log-in page", () => {
  it("is Super Admin Portal, System Administration Dashboard", async () => {
    openSuperadmin("/superadmin", { signed: null });
    await atLogIn();
    await see("System Administration Dashboard");
    expect(document.title).toBe("Super Admin Portal");
  });

  it.each([
    ["   ", "secret", "Username"],
    ["operator", "  ", "Password"],
  ])("asks for what is missing, and sends nothing: %j and %j (OC-2)", async (username, password, missing) => {
    openSuperadmin("/superadmin", { signed: null });
    await logIn(username, password);
    expect(words(await alert())).toBe("Missing Information Please enter both username and password");
    expect(document.activeElement).toBe(screen.getByLabelText(missing));
    expect(sentTo(platformLogIn)).toEqual([]);
  });

  it.each([
    [refusal(403, "This account is closed."), "Login Failed This account is closed."],
    [refusal(502), "Login Failed Invalid credentials"],
  ])("says why it failed (OC-3)", async (given, said) => {
    answer(platformLogIn, given);
    openSuperadmin("/superadmin", { signed: null });
    await logIn("grace", "wrong");
    expect(words(await alert())).toBe(said);
  });

  it("is busy while it asks, keeps the record, and leads back to where one was, in one's own theme", async () => {
    const release = held(platformLogIn, grace);
    openSuperadmin("/superadmin/providers?status=active", { signed: null });
    await atLogIn();
    await logIn("grace", "secret");
    expect(await button("Signing In...")).toHaveProperty("disabled", true);
    await person.keyboard("{Enter}");
    expect(await toastAfter(async () => release())).toBe("Login Successful - Welcome back, Grace Njeri!");
    await atProviders();
    await waitFor(() => expect(addressNow()).toBe("/superadmin/providers?status=active"));
    expect(document.documentElement.dataset.theme).toBe("cyberpunk");
    expect(bodiesOf(platformLogIn)).toEqual([{ username: "grace", password: "secret" }]);
    expect(JSON.parse(sessionStorage.getItem("superadmin") ?? "")).toMatchObject(grace);
  });

  it("asks for the code of the second factor once the password was right (OC-4)", async () => {
    answer(platformLogIn, ({ body }) => {
      const { code } = body as { code?: string };
      if (code === undefined) return refusal(401, "Enter your code.", "second_factor_needed");
      return code === "123456" ? grace : refusal(401, "That code is not right.", "second_factor_needed");
    });
    openSuperadmin("/superadmin?next=/superadmin/providers", { signed: null });
    await logIn("grace", "secret");
    const code = await screen.findByLabelText("Code of your authenticator app");
    expect(screen.queryByRole("alert")).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(code));
    await person.type(code, "000000{Enter}");
    expect(words(await alert())).toContain("That code is not right.");
    await person.type(code, "123456{Enter}");
    await atProviders();
  });

  it.each(["https://evil.example/", "//evil.example/superadmin/", "/admin/dashboard"])(
    "leads to a page of this console alone: not %s",
    async (next) => {
      answer(platformStats, refusal(500));
      answer(listGatewayAlarms, []);
      answer(listSuccessRates, []);
      openSuperadmin(`/superadmin?next=${encodeURIComponent(next)}`);
      await waitFor(() => expect(addressNow()).toBe("/superadmin/dashboard"));
    },
  );
});

describe("the session (OC-5)", () => {
  it.each([
    ...["dashboard", "providers", "providers/p1/profile", "routers", "revenue", "payment-switch"],
    ...["provider-billing", "advertisements", "reconciliation", "settings", "operators", "audit", "profile"],
  ])("is needed by %s", async (page) => {
    openSuperadmin(`/superadmin/${page}`, { signed: null });
    await atLogIn();
    await waitFor(() =>
      expect(addressNow()).toBe(`/superadmin?next=${encodeURIComponent(`/superadmin/${page}`)}`),
    );
  });

  it("is the cookie's, not the record's: a forged record ends with the first answer", async () => {
    answer(listProviders, refusal(404));
    answer(platformSession, refusal(401, "Please sign in.", "not_signed_in"));
    openSuperadmin("/superadmin/providers");
    await atLogIn();
    expect(sessionStorage.getItem("superadmin")).toBeNull();
  });

  it("is ended at the server first (OC-12); afterwards one is at the beginning, in the device's theme", async () => {
    answer(platformLogOut, refusal(500));
    openSuperadmin("/superadmin/providers");
    await atProviders();
    expect(await toastAfter(() => press("Sign Out"))).toBe("Not logged out - Please try again.");
    await waitFor(() => expect(addressNow()).toBe("/superadmin/providers"));
    answer(platformLogOut, { success: true });
    await press("Sign Out");
    await atLogIn();
    expect([addressNow(), sessionStorage.getItem("superadmin")]).toEqual(["/superadmin", null]);
    expect(document.documentElement.dataset.theme).toBe("system");
  });
});
