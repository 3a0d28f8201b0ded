import type { PaymentSwitch, SwitchTransaction } from "#contract/switch";
import { weekDays } from "#contract/values/day-window";
import { type Answers, answer } from "./answer.ts";
import { toastAfter, wordsOf } from "./evidence.ts";
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

// The payment gateway switch.

const list = "GET superadmin/payment-gateway-switches";
const history = "GET superadmin/payment-gateway-switch/transactions";
const one = "superadmin/payment-gateway-switch/s1";
const banks = "GET banks";
const services = "GET mobile-money";

const paused: PaymentSwitch = {
  ...{ id: "s1", name: "Head office", accountType: "mobile_money", centralPaymentGatewayId: "mpesa" },
  ...{ centralName: "M-Pesa", centralAccountNumber: "600200", targetAmount: 2_500, currentAmount: 618.75 },
  ...{ reservedAmount: 0, switchMode: "manual", activationMode: "manual", configured: true },
  ...{ collectable: true, isActive: false, isRunning: false, opensAt: null, activatedAt: null },
  ...{ lastTargetReached: null, isRecurring: false, recurringDays: [], recurringStartTime: null },
  ...{ recurringEndTime: null, allowEmergencyDeactivate: true, stopReason: null },
  createdAt: "2026-11-18T09:00:00.000Z",
  ...{ suspendedAt: null, suspendedFor: null, revision: 3 },
  trial: {
    ...{ status: "named", isTried: true, at: "2026-11-18T10:00:00.000Z" },
    ...{ payee: "MLANGO LTD", fault: null },
  },
};
const active: PaymentSwitch = {
  ...{ ...paused, isActive: true, isRunning: true, activatedAt: "2026-11-19T09:00:00.000Z" },
  lastTargetReached: "2026-11-17T09:00:00.000Z",
};
/** Beyond its target, without a stop, of a bank, by itself on Mondays. */
const beyond: PaymentSwitch = {
  ...{ ...paused, id: "s2", name: "Reserve", accountType: "bank", centralPaymentGatewayId: "kcb" },
  ...{ centralName: "KCB Bank", centralAccountNumber: "1234567890", currentAmount: 2_600 },
  ...{ isActive: true, allowEmergencyDeactivate: false, switchMode: "automatic" },
  ...{ activationMode: "automatic", isRecurring: true, recurringDays: ["monday"] },
  ...{ recurringStartTime: "08:00", recurringEndTime: "17:00" },
};
const transaction: SwitchTransaction = {
  ...{ id: "t1", createdAt: "2026-11-20T09:00:00.000Z", amount: 50, providerId: "p1" },
  ...{ businessName: "Coast WiFi", switchId: "s1", switchName: "Head office", status: "diverted" },
  ...{ centralAccountNumberSnapshot: "600200", late: false },
};
const listed = (...switches: PaymentSwitch[]): Answers => ({ [list]: { json: switches } });
const acted = { json: { success: true, message: "Done.", actualId: "s1" } };
const page1 = "payment-switch";

export const switchProvocations = {
  async "switches that load"(world) {
    const operator = await come(world);
    const { page } = operator;
    await page.route(/payment-gateway-switches/, () => undefined);
    await operator.open(`/superadmin/${page1}`);
    const spinner = page.getByRole("status", { name: "Loading switches …" });
    await spinner.waitFor();
    return done(operator, { spinners: await spinner.locator(".mantine-Loader-root").count() });
  },

  async "no switch"(world) {
    const operator = await at(world, page1, { answers: listed() });
    await button(operator.page, "Configure Switch").waitFor();
    return done(operator);
  },

  async "an active switch"(world) {
    const operator = await at(world, page1, { answers: { ...listed(active), [history]: { json: [] } } });
    const { page } = operator;
    await button(page, "View Transactions").waitFor();
    const heads = await page.getByRole("columnheader").allInnerTexts();
    const bar = page.getByRole("progressbar", { name: "Collection Progress" });
    const percent = await bar.getAttribute("aria-valuenow");
    const selectors = await page.getByRole("combobox", { name: "Switch" }).count();
    await page.getByText("Provider earnings go to M-Pesa 600200").waitFor();
    return done(operator, { heads, percent, selectors });
  },

  async "a switch that is paused"(world) {
    const operator = await at(world, page1, { answers: listed(paused) });
    const { page } = operator;
    await button(page, "Activate").waitFor();
    const stops = await page.getByRole("button", { name: /Emergency Stop/ }).count();
    await button(page, "Activate").click();
    await dialogOf(page).waitFor();
    const dialog = await wordsOf(page, "[role=dialog]");
    return done(operator, { stops, dialog });
  },

  async "several switches"(world) {
    const operator = await at(world, page1, { answers: listed(paused, beyond) });
    const { page } = operator;
    const selector = page.getByRole("combobox", { name: "Switch" });
    await selector.waitFor();
    const acts = await selector.inputValue();
    const offered = await choices(page, selector);
    const bar = page.getByRole("progressbar", { name: "Collection Progress" });
    const percent = await bar.getAttribute("aria-valuenow");
    const stops = await page.getByRole("button", { name: /Emergency Stop/ }).count();
    const deletable = await button(page, "Delete Reserve").isEnabled();
    return done(operator, { acts, offered, percent, stops, deletable });
  },

  async "switches that cannot be read"(world) {
    return done(await at(world, page1, { answers: { [list]: refused } }));
  },

  async "no switch transactions"(world) {
    const operator = await at(world, page1, { answers: { ...listed(active), [history]: { json: [] } } });
    const { page } = operator;
    const asked = () => operator.requests.filter((request) => request.includes("/transactions")).length;
    await button(page, "View Transactions").waitFor();
    const before = asked();
    await button(page, "View Transactions").click();
    await page.getByText("No switch transactions found").waitFor();
    return done(operator, { before, isAsked: asked() > 0 });
  },

  async "the switch transactions"(world) {
    const answers = { ...listed(active), [history]: { json: [transaction] } };
    const operator = await at(world, page1, { answers });
    const { page } = operator;
    await button(page, "View Transactions").click();
    await dialogOf(page).getByText("Coast WiFi").waitFor();
    const heads = await dialogOf(page).getByRole("columnheader").allInnerTexts();
    const text = await wordsOf(page, "[role=dialog]");
    const isCapped = await page.evaluate<boolean>(`(() => {
      let element = document.querySelector("[role=dialog] table");
      while (element && getComputedStyle(element).maxHeight !== "384px") element = element.parentElement;
      return element !== null;
    })()`);
    await operator.leave();
    return { text, facts: { heads, isCapped } };
  },

  async "the switch form"(world) {
    const operator = await at(world, page1, { answers: listed() });
    const { page } = operator;
    await button(page, "Configure Switch").click();
    const dialog = dialogOf(page);
    const select = (name: string) => dialog.getByRole("combobox", { name });
    await select("Account Type").waitFor();
    const isOn = (name: string) => dialog.getByRole("switch", { name }).isChecked();
    const defaults = {
      mode: await select("Activation Mode").inputValue(),
      recurring: await isOn("Recurring Schedule"),
      emergency: await isOn("Allow Emergency Deactivate"),
      account: await field(page, "Central Account Number").isDisabled(),
    };
    const said: Record<string, string> = {};
    const refuse = async (what: string) => {
      said[what] = await toastAfter(page, () => submit(page));
    };
    const choose = async (name: string, option: string) => {
      await select(name).click();
      await page.getByRole("option", { name: option, exact: true }).click();
    };
    await refuse("nothing typed");
    const types = await choices(page, select("Account Type"));
    await choose("Account Type", "Bank");
    const offeredBanks = await choices(page, select("Specific Provider"));
    await choose("Specific Provider", "KCB Bank");
    await fill(page, { "Central Account Number": "1234567890" });
    await choose("Specific Provider", "Equity Bank");
    const ofAnotherBank = await field(page, "Central Account Number").inputValue();
    await fill(page, { "Central Account Number": "1234567890" });
    await choose("Account Type", "Mobile Money");
    const ofAnotherType = {
      provider: await select("Specific Provider").inputValue(),
      account: await field(page, "Central Account Number").inputValue(),
      disabled: await field(page, "Central Account Number").isDisabled(),
    };
    const offeredServices = await choices(page, select("Specific Provider"));
    await choose("Specific Provider", "M-Pesa");
    const typed = { "Switch Name": "Head office", "Central Account Number": "600200" };
    await fill(page, { ...typed, "Target Amount (KSh)": "0" });
    await refuse("target 0");
    await fill(page, { "Target Amount (KSh)": "2500" });
    await dialog.getByRole("switch", { name: "Recurring Schedule" }).setChecked(true, { force: true });
    await refuse("recurring without hours");
    const days = await dialog.locator(".mantine-Chip-label").allInnerTexts();
    await dialog.locator(".mantine-Chip-label", { hasText: "Monday" }).click();
    await fill(page, { "Start Time": "17:00", "End Time": "08:00" });
    await refuse("hours that end before they begin");
    await fill(page, { "Start Time": "08:00", "End Time": "17:00" });
    await answer(operator, { "POST superadmin/payment-gateway-switch": refused });
    await refuse("the server fails");
    await answer(operator, {
      "POST superadmin/payment-gateway-switch": { status: 409, message: "The account is in use." },
    });
    await refuse("the server refuses");
    await answer(operator, { "POST superadmin/payment-gateway-switch": { json: paused } });
    const request = page.waitForRequest((sent) => sent.method() === "POST");
    await refuse("all is well");
    const sent = (await request).postDataJSON();
    return done(operator, {
      ...{ defaults, said, types, offeredBanks, ofAnotherBank, ofAnotherType, offeredServices },
      ...{ days: days.map((day) => day.trim().toLowerCase()).join() === weekDays.join(), sent },
    });
  },

  async "lists of accounts that cannot be read"(world) {
    const operator = await come(world);
    const { page } = operator;
    await answer(operator, { ...listed(), [banks]: refused, [services]: refused });
    const own = { id: "pesalink", name: "Bank of the file" };
    await page.route(/\/banks\.json$/, (route) => route.fulfill({ json: [own] }));
    await page.route(/\/mobile-money\.json$/, (route) => route.fulfill({ status: 500, body: "" }));
    await operator.open(`/superadmin/${page1}`);
    const read = page.waitForResponse(/\/banks\.json$/);
    await button(page, "Configure Switch").click();
    const select = (name: string) => dialogOf(page).getByRole("combobox", { name });
    const offered = async (type: string) => {
      await select("Account Type").click();
      await page.getByRole("option", { name: type, exact: true }).click();
      return choices(page, select("Specific Provider"));
    };
    await read;
    const file = await offered("Bank");
    const builtIn = await offered("Mobile Money");
    return done(operator, { file, builtIn });
  },

  async "settings of a switch"(world) {
    const operator = await at(world, page1, { answers: listed(paused) });
    const { page } = operator;
    await button(page, "Edit Head office").click();
    const dialog = dialogOf(page);
    await dialog.waitFor();
    const title = await wordsOf(page, "[role=dialog]");
    const fixed = await dialog.getByRole("combobox", { name: "Account Type" }).isDisabled();
    const { toasts, hear } = listener(page);
    await fill(page, { "Switch Name": " ", "Target Amount (KSh)": "-1" });
    await hear("faults", () => submit(page));
    await fill(page, { "Switch Name": "Head office", "Target Amount (KSh)": "3000" });
    await answer(operator, { [`PUT ${one}`]: refused });
    await hear("fails", () => submit(page));
    await answer(operator, { [`PUT ${one}`]: { status: 409, message: "Failed to update switch" } });
    await hear("refused", () => submit(page));
    await answer(operator, { [`PUT ${one}`]: { json: paused } });
    await hear("all is well", () => submit(page));
    return done(operator, { title, fixed, toasts });
  },

  async "calls of a switch that is paused"(world) {
    const operator = await at(world, page1, { answers: listed(paused) });
    const { page } = operator;
    const dialog = dialogOf(page);
    const { toasts, hear } = listener(page);
    await button(page, "Activate").click();
    const begin = dialog.getByRole("button", { name: "Activate and divert" });
    await dialog.getByLabel("Type the account number 600200 to confirm").fill("600200");
    await answer(operator, { [`POST ${one}/activate`]: refused });
    await hear("activate fails", () => begin.click());
    const stale = "The switch ID does not match any that is configured.";
    await answer(operator, { [`POST ${one}/activate`]: { status: 404, message: stale } });
    const reads = () => operator.requests.filter((call) => call.includes("gateway-switches")).length;
    const before = reads();
    const again = page.waitForResponse(/payment-gateway-switches/);
    await hear("stale id", () => begin.click());
    await again;
    const isReadAgain = reads() > before;
    await answer(operator, { [`POST ${one}/activate`]: acted });
    await hear("activate", () => begin.click());
    await dialog.waitFor({ state: "detached" });
    const remove = async () => {
      await button(page, "Delete Head office").click();
      await dialog.getByRole("button", { name: "Delete switch" }).click();
    };
    await answer(operator, { [`DELETE ${one}`]: refused });
    await hear("delete fails", remove);
    await answer(operator, { [`DELETE ${one}`]: acted });
    await dialog.waitFor({ state: "detached" });
    await hear("delete", remove);
    return done(operator, { toasts, isReadAgain });
  },

  async "calls of an active switch"(world) {
    const operator = await at(world, page1, { answers: listed(active) });
    const { page } = operator;
    const dialog = dialogOf(page);
    const { toasts, hear } = listener(page);
    await button(page, "Deactivate").click();
    await dialog.waitFor();
    const question = await wordsOf(page, "[role=dialog]");
    await answer(operator, { [`POST ${one}/deactivate`]: refused });
    const sure = dialog.getByRole("button", { name: "Deactivate switch" });
    await hear("deactivate fails", () => sure.click());
    await dialog.waitFor({ state: "detached" });
    await answer(operator, { [`POST ${one}/deactivate`]: acted });
    await button(page, "Deactivate").click();
    await hear("deactivate", () => sure.click());
    await dialog.waitFor({ state: "detached" });
    await button(page, "Emergency Stop: Head office").click();
    const stop = dialog.getByRole("button", { name: "Emergency Stop" });
    await hear("no reason", () => stop.click());
    await dialog.getByLabel("Reason").fill("Wrong account");
    await answer(operator, { [`POST ${one}/emergency-deactivate`]: refused });
    await hear("stop fails", () => stop.click());
    await answer(operator, { [`POST ${one}/emergency-deactivate`]: acted });
    const request = page.waitForRequest((sent) => sent.url().endsWith("/emergency-deactivate"));
    await hear("stop", () => stop.click());
    return done(operator, { question, toasts, sent: (await request).postDataJSON() });
  },
} satisfies Record<string, Provoke>;
