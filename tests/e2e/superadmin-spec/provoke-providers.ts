import { stoppableClock } from "../../support/site/stopped-clock.ts";
import { answer } from "./answer.ts";
import { wordsOf } from "./evidence.ts";
import { gateway, made, providers } from "./lists.ts";
import {
  at,
  button,
  choices,
  come,
  dialogOf,
  done,
  field,
  fill,
  listener,
  type Provoke,
  refused,
  submit,
} from "./world.ts";

// The providers page, its two dialogs, and the page of one provider.

const list = "GET superadmin/providers";
const gateways = "GET superadmin/providers/[^/]+/payment-gateways";
const typed = {
  ...{ "Business Name": "Lake Net", "Contact Name": "Achieng", Email: "info@lake.example" },
  ...{ Phone: "254700000001", Subdomain: "lake", "Admin Full Name": "Achieng Odhiambo" },
  ...{ "Admin Email": "achieng@lake.example", "Login Username": "achieng" },
  ...{ Password: "a long password", "Confirm Password": "a long password" },
};
const done200 = (message: string) => ({ json: { success: true, message } });

export const providerProvocations = {
  async "the providers"(world) {
    const operator = await at(world, "providers", { answers: { [list]: { json: providers() } } });
    const { page } = operator;
    const acts = (place: number) =>
      page.getByRole("list", { name: "Providers" }).getByRole("listitem").nth(place);
    const words = async (place: number) => (await acts(place).innerText()).replace(/\s+/g, " ");
    const cards = { active: await words(0), suspended: await words(1) };
    const profile = await acts(0).getByRole("link").getAttribute("href");
    await button(page, "Suspend Provider 1").click();
    const question = await wordsOf(page, "[role=dialog]");
    return done(operator, { cards, profile, question });
  },

  async "no providers"(world) {
    return done(await at(world, "providers", { answers: { [list]: { json: [] } } }));
  },

  async "providers that load"(world) {
    const operator = await come(world);
    await operator.page.route(/\/api\/superadmin\/providers\?/, () => undefined);
    await operator.open("/superadmin/providers");
    const loading = operator.page.getByRole("status", { name: "Loading providers..." });
    await loading.waitFor();
    return done(operator, { skeletons: await loading.locator(".mantine-Skeleton-root").count() });
  },

  async "the form of a provider"(world) {
    const operator = await at(world, "providers?new=1");
    const { page } = operator;
    await dialogOf(page).waitFor();
    const text = await wordsOf(page, "[role=dialog]");
    const placeholder = await field(page, "Phone").getAttribute("placeholder");
    await field(page, "Subdomain").pressSequentially("Lake_Net-7!");
    const subdomain = await field(page, "Subdomain").inputValue();
    await fill(page, typed);
    const { toasts, hear } = listener(page);
    const needed = Object.keys(typed).filter((label) => !["Password", "Confirm Password"].includes(label));
    for (const label of needed) {
      await fill(page, { ...typed, [label]: "" });
      await hear(label, () => submit(page));
    }
    const pair = (password: string, again = password) => ({ Password: password, "Confirm Password": again });
    for (const [label, change] of Object.entries({
      Password: pair(""),
      "two passwords": pair("a long password", "another password"),
      "7 characters": pair("7 chars"),
    })) {
      await fill(page, { ...typed, ...change });
      await hear(label, () => submit(page));
    }
    const sent = operator.requests.includes("POST /api/superadmin/providers");
    await operator.leave();
    return { text, facts: { placeholder, subdomain, toasts, sent } };
  },

  async "calls of the providers that fail"(world) {
    const operator = await at(world, "providers", {
      answers: {
        [list]: { json: providers() },
        [gateways]: { json: [gateway()] },
        "POST superadmin/providers": refused,
        "POST superadmin/providers/[^/]+/(suspend|activate)": refused,
        "POST superadmin/providers/[^/]+/payment-gateway": refused,
        "DELETE superadmin/providers/[^/]+/payment-gateway/g1": refused,
      },
    });
    const { page } = operator;
    const { toasts, hear } = listener(page);
    await button(page, "Suspend Provider 1").click();
    await hear("suspend", () =>
      dialogOf(page)
        .getByRole("button", { name: /^Suspend/ })
        .click(),
    );
    await hear("activate", () => button(page, "Activate Provider 2").click());
    await button(page, "Payment of Provider 1").click();
    await fill(page, { "Account Number": "600100" });
    await hear("configure", () => submit(page));
    await button(page, "Delete M-Pesa 600100").click();
    const sure = page.getByRole("dialog", { name: "Delete M-Pesa 600100?" });
    await sure.waitFor();
    const question = await sure.innerText();
    await hear("delete", () => sure.getByRole("button", { name: "Delete M-Pesa 600100" }).click());
    await page.reload();
    await button(page, "Add Provider").click();
    await fill(page, typed);
    await hear("create", () => submit(page));
    return done(operator, { toasts, question });
  },

  async "calls of the providers"(world) {
    const operator = await come(world);
    const { page } = operator;
    await answer(operator, {
      [list]: { json: providers() },
      [gateways]: { json: [gateway()] },
      "POST superadmin/providers": { json: made() },
      "POST superadmin/providers/[^/]+/suspend": done200("Provider 1 is suspended."),
      "POST superadmin/providers/[^/]+/activate": done200("Provider 2 sells again."),
      "POST superadmin/providers/[^/]+/payment-gateway": { json: gateway() },
      "DELETE superadmin/providers/[^/]+/payment-gateway/g1": done200("Deleted."),
    });
    await operator.open("/superadmin/providers");
    const { toasts, hear } = listener(page);
    await button(page, "Suspend Provider 1").click();
    await hear("suspend", () =>
      dialogOf(page)
        .getByRole("button", { name: /^Suspend/ })
        .click(),
    );
    await hear("activate", () => button(page, "Activate Provider 2").click());
    await button(page, "Payment of Provider 1").click();
    await fill(page, { "Account Number": "600100" });
    await hear("configure", () => submit(page));
    await button(page, "Delete M-Pesa 600100").click();
    const sure = page.getByRole("dialog", { name: "Delete M-Pesa 600100?" });
    await hear("delete", () => sure.getByRole("button", { name: "Delete M-Pesa 600100" }).click());
    await operator.open("/superadmin/providers?new=1");
    await fill(page, typed);
    await hear("create", () => submit(page));
    return done(operator, { toasts });
  },

  async "the toast of a new provider"(world) {
    const operator = await come(world);
    const { page } = operator;
    const clock = await stoppableClock(page);
    await answer(operator, { "POST superadmin/providers": { json: made() } });
    await operator.open("/superadmin/providers?new=1");
    await fill(page, typed);
    await clock.stop();
    await submit(page);
    const toast = page.locator(".mantine-Notification-root");
    // The server answers in its own time: a tenth of the page's second passes until then, as often as it takes.
    const began = Date.now();
    while ((await toast.count()) === 0 && Date.now() - began < 15_000) await page.clock.runFor(100);
    const shown = { "after 5.5 s": 0, "after 7 s": 0 };
    await page.clock.runFor(5_500);
    shown["after 5.5 s"] = await toast.count();
    await page.clock.runFor(1_500);
    shown["after 7 s"] = await toast.count();
    return done(operator, { shown });
  },

  async "the gateway dialog"(world) {
    const operator = await at(world, "providers", {
      answers: { [list]: { json: providers() }, [gateways]: { json: [] } },
    });
    const { page } = operator;
    await button(page, "Payment of Provider 1").click();
    const account = field(page, "Account Number");
    await account.waitFor();
    const placeholder = await account.getAttribute("placeholder");
    const automatic = page.getByRole("checkbox", { name: "Use Auto API" });
    const facts = { placeholder, automatic: await automatic.isChecked() };
    const before = await field(page, "Consumer Key").count();
    const environments = await choices(page, page.getByRole("combobox", { name: "Environment" }));
    await automatic.uncheck();
    const own: Record<string, number> = {};
    for (const name of ["Consumer Key", "Consumer Secret", "Passkey"])
      own[name] = await field(page, name).count();
    await submit(page);
    await page.getByText("Account number is required").waitFor();
    return done(operator, { ...facts, before, environments, own });
  },

  async "the page of a provider"(world) {
    const { id } = world.site.seeded.savanna;
    const operator = await at(world, `providers/${id}/profile`);
    const { page } = operator;
    const tabs = await page.getByRole("tab").allInnerTexts();
    const text = await wordsOf(page, "body");
    const { toasts, hear } = listener(page);
    await button(page, "Change Password").click();
    const change = (first: string, again: string) => async () => {
      await fill(page, { "New password": first, "Confirm new password": again });
      await submit(page);
    };
    await hear("two passwords", change("a long password", "another password"));
    await hear("7 characters", change("7 chars", "7 chars"));
    const path = "POST superadmin/providers/[^/]+/change-password";
    await answer(operator, { [path]: refused });
    await hear("fails", change("a long password", "a long password"));
    await answer(operator, { [path]: done200("savanna was signed out everywhere.") });
    await hear("all is well", change("a long password", "a long password"));
    await answer(operator, { "PATCH superadmin/providers/[^/]+": refused });
    await operator.open(`/superadmin/providers/${id}/profile?tab=portal&part=content`);
    await page.getByLabel("Company name").fill("Lake Net");
    await hear("portal fails", () => button(page, "Save").click());
    await page.unrouteAll();
    await hear("portal saved", () => button(page, "Save").click());
    await operator.leave();
    return { text, facts: { tabs, toasts } };
  },

  async "the revenue of a provider"(world) {
    const json = {
      ...{ today: 120, thisMonth: 4_300.5, allTime: 1_200_000, refunded: 40 },
      settlements: { direct: 1_000_000, collected: 150_040, diverted: 50_000 },
      balances: { owed: 150_000, divertedNotSettled: 50_000, feesOwed: 1_500 },
    };
    const { id } = world.site.seeded.savanna;
    const answers = { "superadmin/revenue/providers/[^/]+": { json } };
    return done(await at(world, `providers/${id}/profile?tab=revenue`, { answers }));
  },

  async "a suspended provider"(world) {
    const json = providers()[1];
    const operator = await at(world, "providers/p2/profile", {
      answers: { "superadmin/providers/p2": { json } },
    });
    const badge = `//*[contains(@class, "mantine-Badge-root")][contains(., "Suspended")]`;
    const dot = await operator.page.evaluate<string>(
      `getComputedStyle(document.evaluate('${badge}', document, null, 9).singleNodeValue, "::before").backgroundColor`,
    );
    const [red = 0, green = 0, blue = 0] = (dot.match(/\d+/g) ?? []).map(Number);
    return done(operator, { isRed: red > 1.5 * green && red > 1.5 * blue });
  },

  async "an unknown provider"(world) {
    return done(await at(world, "providers/00000000-0000-4000-8000-000000000000/profile"));
  },

  async "a console that does not open"(world) {
    const operator = await come(world);
    const { page } = operator;
    const clock = await stoppableClock(page);
    await answer(operator, { "superadmin/providers/[^/]+/handoff": refused });
    await operator.open(`/superadmin/providers/${world.site.seeded.savanna.id}/profile`);
    await button(page, "Access Provider Dashboard").waitFor();
    await clock.stop();
    const asked = () => operator.requests.filter((request) => request.endsWith("/handoff")).length;
    const times: number[] = [];
    const { toasts, hear } = listener(page);
    await hear("Access Provider Dashboard", async () => {
      await button(page, "Access Provider Dashboard").click();
      for (const seconds of [3, 3, 5]) {
        await clock.pass(seconds);
        times.push(asked());
      }
    });
    return done(operator, { toasts, times });
  },
} satisfies Record<string, Provoke>;
