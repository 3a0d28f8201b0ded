import type { Page } from "playwright-core";
import { answerAirtel } from "../../support/site/airtel-phone.ts";
import { ask } from "../../support/site/ask.ts";
import { openPage } from "../../support/site/browser.ts";
import { operatorCookie } from "../../support/site/console-operator.ts";
import type { Site } from "../../support/site/site.ts";
import { newVisitor } from "../../support/site/test-site.ts";
import { Visitors } from "../../support/site/visitor.ts";
import { type Evidence, readPage, toastOf } from "./evidence.ts";
import type { World } from "./world.ts";

// What can be paid by, router by router: the lodge takes M-Pesa at a pay bill of its own, also typed by hand, and Airtel
// Money; the same provider's page without a router has nothing to collect by.

type Provoke = (world: World) => Promise<Evidence>;

/** Airtel beside M-Pesa at the lodge, and its pay bill reported by Safaricom. */
export async function collectEverywhere(site: Site): Promise<void> {
  const { savanna } = site.seeded;
  const { clientId, clientSecret, merchantCode } = site.secrets.airtelApp;
  const path = `/api/superadmin/providers/${savanna.id}/payment-gateway`;
  const headers = { cookie: await operatorCookie(site) };
  const asked = async <T>(where: string, json?: unknown): Promise<T> => {
    const answer = await ask(site.main, where, {
      headers,
      ...(json === undefined ? {} : { method: "POST", json }),
    });
    if (answer.status !== 200) throw new Error(`${where}: ${answer.status} ${answer.text}`);
    return JSON.parse(answer.text);
  };
  const [mpesa] = await asked<{ id: string }[]>(`${path}s`);
  await asked(`${path}/${mpesa?.id}/register-typed`, {});
  await asked(path, {
    ...{ gatewayId: "airtel_money", environment: "sandbox", useAutoApi: false, accountNumber: merchantCode },
    ...{ routerId: savanna.routers[0]?.id, configuration: { clientId, clientSecret } },
  });
}

type Payer = { page: Page; phone: string; done(facts?: Evidence["facts"]): Promise<Evidence> };

/** Whoever has the payment form of the lodge's first plan, of KES 30, before them. */
async function atLodge(
  { site, browser }: World,
  { router = site.seeded.savanna.routers[0]?.id }: { router?: string | null | undefined } = {},
): Promise<Payer> {
  const { mac, phone } = newVisitor();
  const origin = site.main.replace("//", `//${site.seeded.savanna.subdomain}.`);
  const { page, context } = await openPage(browser, { origin });
  const place = new URLSearchParams({ ads: "seen", mac, ...(router ? { routerId: router } : {}) });
  await page.goto(`${origin}/?${place}`);
  await page.locator(".plan .button-plan").first().click();
  await page.locator("dialog[open]").waitFor();
  const done = async (facts: Evidence["facts"] = {}) => {
    const evidence = await readPage(page, facts);
    await context.close();
    return evidence;
  };
  return { page, phone, done };
}

async function send({ page }: Payer, typed: string): Promise<void> {
  await page.locator("#phone").fill(typed);
  await page.locator("form[action='/buy'] button[type=submit]").click();
}

const tabsOf = async (page: Page) => (await page.getByRole("tab").allInnerTexts()).join(", ");
const formOf = (page: Page) => page.locator("#panel-phone").innerText();
const accountOf = (page: Page) => page.locator(".by-hand dd span:first-child").nth(1).innerText();

async function atAirtel(world: World): Promise<Payer> {
  const payer = await atLodge(world);
  await payer.page.getByRole("tab", { name: "Airtel Money" }).click();
  return payer;
}

const airtelTyped =
  (typed: string): Provoke =>
  async (world) => {
    const payer = await atAirtel(world);
    await send(payer, typed);
    await payer.page.locator("#phone-problem strong").waitFor();
    return payer.done();
  };

const airtelAnswers =
  (outcome: string, leadsTo: string): Provoke =>
  async (world) => {
    const payer = await atAirtel(world);
    await send(payer, payer.phone);
    await payer.page.waitForURL(/\/pay\//);
    await answerAirtel(world.site, payer.phone, outcome);
    await payer.page.getByText(leadsTo).first().waitFor();
    return payer.done();
  };

export const serviceProvocations = {
  async "two services"(world) {
    const payer = await atLodge(world);
    return payer.done({ tabs: await tabsOf(payer.page) });
  },

  async "Airtel tab"(world) {
    const payer = await atLodge(world);
    const { page } = payer;
    const ofMpesa = await formOf(page);
    await page.getByRole("tab", { name: "Airtel Money" }).click();
    const ofAirtel = await formOf(page);
    return payer.done({
      label: await page.locator("label[for=phone]").innerText(),
      mpesaNamed: ofAirtel.includes("M-Pesa"),
      differsInName: ofAirtel !== ofMpesa && ofAirtel.replaceAll("Airtel Money", "M-Pesa") === ofMpesa,
    });
  },

  "Airtel phone empty": airtelTyped(""),
  "Airtel phone of 8 digits": airtelTyped("73312345"),

  async "asked by Airtel"(world) {
    const payer = await atAirtel(world);
    await send(payer, payer.phone);
    await toastOf(payer.page);
    return payer.done();
  },

  "paid by Airtel": airtelAnswers("paid", "Payment Successful!"),
  "Airtel cancelled": airtelAnswers("cancelled", "Payment Unsuccessful"),
  "Airtel wrong PIN": airtelAnswers("wrong-pin", "Payment Unsuccessful"),
  "Airtel insufficient": airtelAnswers("insufficient", "Payment Unsuccessful"),

  async "by hand while waiting"(world) {
    const payer = await atLodge(world);
    await send(payer, payer.phone);
    await payer.page.locator(".by-hand").waitFor();
    return payer.done();
  },

  async "by hand after a failure"(world) {
    const payer = await atLodge(world);
    await send(payer, payer.phone);
    const before = await accountOf(payer.page);
    const visitors = new Visitors(world.site);
    await visitors.answerPrompt((await visitors.openPrompt(payer.phone)).id, "unreachable");
    await payer.page.getByText("Payment Unsuccessful").first().waitFor();
    return payer.done({ keptAccount: (await accountOf(payer.page)) === before });
  },

  async "no service"(world) {
    const payer = await atLodge(world, { router: null });
    const { page } = payer;
    return payer.done({
      tabs: await tabsOf(page),
      phoneFields: await page.locator("#phone").count(),
      codeField: await page.locator("#code").isVisible(),
    });
  },
} satisfies Record<string, Provoke>;
