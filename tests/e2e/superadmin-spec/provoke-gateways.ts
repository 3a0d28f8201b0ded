import type { GatewayConfiguration, PaymentGateway } from "#contract/gateways";
import { answer } from "./answer.ts";
import { toastAfter, wordsOf } from "./evidence.ts";
import { gateway, providers } from "./lists.ts";
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
  type World,
} from "./world.ts";

// Gateways: the dialog of a provider's profile, every kind in the simple one, and what is listed.

const list = "GET superadmin/providers/[^/]+/payment-gateways";
const create = "POST superadmin/providers/[^/]+/payment-gateway";
const own = "superadmin/providers/[^/]+/payment-gateway/g1";

const kind = (type: PaymentGateway["type"], name: string): PaymentGateway => ({
  ...{ id: type, name, type, hasAutoApi: type !== "airtel_money" },
  autoApiEnvironment: type === "airtel_money" ? null : "sandbox",
});
const catalogue = [kind("mpesa", "M-Pesa"), kind("airtel_money", "Airtel Money"), kind("bank", "Bank")];

/** A pay bill with credentials of its own, whose typed payments nobody reports yet. */
const paybill: GatewayConfiguration = {
  ...{ ...gateway(), useAutoApi: false, typed: { possible: true, since: null, fault: null } },
  configuration: { ...gateway().configuration, consumerKey: "•••• 1111", passkey: "•••• 2222" },
};

async function profile(world: World, rows: readonly GatewayConfiguration[]) {
  const operator = await come(world);
  await answer(operator, { [list]: { json: rows } });
  await operator.open(`/superadmin/providers/${world.site.seeded.savanna.id}/profile?tab=gateways`);
  await button(operator.page, "Configure Payment Gateway").waitFor();
  return operator;
}

export const gatewayProvocations = {
  async "a profile without gateways"(world) {
    const operator = await profile(world, []);
    await operator.page.getByText("No payment gateways").waitFor();
    return done(operator);
  },

  async "the profile's gateway dialog"(world) {
    const operator = await profile(world, []);
    const { page } = operator;
    await button(page, "Configure Payment Gateway").click();
    const dialog = dialogOf(page);
    const select = (name: string) => dialog.getByRole("combobox", { name });
    await field(page, "Account Number").waitFor();
    const defaults = {
      router: await select("Router").inputValue(),
      environment: await select("Environment").inputValue(),
      custom: await dialog.getByRole("switch", { name: "Custom configuration" }).isChecked(),
    };
    const types = await choices(page, select("Gateway Type"));
    const services = await choices(page, select("Gateway Provider"));
    const environments = await choices(page, select("Environment"));
    const asked: Record<string, string> = {};
    const ask = async (what: string) => {
      await submit(page);
      await dialog.getByText("Account number is required").waitFor();
      asked[what] = await wordsOf(page, "[role=dialog]");
    };
    const choose = async (name: string, option: string) => {
      await select(name).click();
      await page.getByRole("option", { name: option, exact: true }).click();
    };
    await ask("M-Pesa");
    await choose("Gateway Provider", "Airtel Money");
    await ask("Airtel Money");
    await choose("Gateway Type", "Bank");
    await ask("Bank");
    const banks = await choices(page, select("Gateway Provider"));
    await choose("Gateway Type", "Mobile Money");
    await choose("Gateway Provider", "M-Pesa");
    await fill(page, { "Account Number": "600100", "Business Short Code": "600100" });
    await fill(page, { "Consumer Key": "k", "Consumer Secret": "s", Passkey: "p" });
    const { toasts, hear } = listener(page);
    await answer(operator, { [create]: refused });
    await hear("fails", () => submit(page));
    const foreign = "Invalid Router Selection: Selected router is not assigned to this provider";
    await answer(operator, { [create]: { status: 400, message: foreign } });
    await hear("another provider's router", () => submit(page));
    await answer(operator, { [create]: { json: paybill } });
    const request = page.waitForRequest((sent) => sent.method() === "POST");
    await hear("all is well", () => submit(page));
    const sent = (await request).postDataJSON();
    return done(operator, {
      ...{ defaults, types, services, environments, asked, banks, toasts, sent },
    });
  },

  async "every kind in the simple dialog"(world) {
    const operator = await at(world, "providers", {
      answers: {
        "GET superadmin/providers": { json: providers() },
        "GET superadmin/payment-gateways": { json: catalogue },
        [list]: { json: [] },
      },
    });
    const { page } = operator;
    await button(page, "Payment of Provider 1").click();
    const dialog = dialogOf(page);
    const kinds: Record<string, unknown> = {};
    const automatic = dialog.getByRole("checkbox", { name: "Use Auto API" });
    const gateways = dialog.getByRole("combobox", { name: "Payment Gateway" });
    await gateways.waitFor();
    const offered = await choices(page, gateways);
    for (const { name } of catalogue) {
      await gateways.click();
      await page.getByRole("option", { name, exact: true }).click();
      const has = (await automatic.count()) > 0;
      const isOn = has && (await automatic.isChecked());
      if (has) await automatic.uncheck();
      kinds[name] = {
        placeholder: await field(page, "Account Number").getAttribute("placeholder"),
        automatic: has ? isOn : "not offered",
        asks: await wordsOf(page, "[role=dialog]"),
      };
    }
    return done(operator, { offered, kinds });
  },

  async "gateways that are listed"(world) {
    const operator = await profile(world, [paybill]);
    const { page } = operator;
    const { toasts, hear } = listener(page);
    await button(page, "Edit M-Pesa 600100").click();
    await answer(operator, { [`PUT ${own}`]: refused });
    await field(page, "Account Number").waitFor();
    // What a form asks for and nobody reads back has to be typed once.
    for (const label of ["Consumer Key", "Consumer Secret", "Passkey"])
      await fill(page, { [label]: "typed" });
    await hear("edit fails", () => submit(page));
    await answer(operator, { [`PUT ${own}`]: { json: paybill } });
    await hear("edit", () => submit(page));
    await dialogOf(page).waitFor({ state: "detached" });
    const remove = async () => {
      await button(page, "Delete M-Pesa 600100").click();
      await dialogOf(page).getByRole("button", { name: "Delete M-Pesa 600100" }).click();
    };
    await answer(operator, { [`DELETE ${own}`]: refused });
    await hear("delete fails", remove);
    await dialogOf(page).waitFor({ state: "detached" });
    const registering = async () => {
      await button(page, "Receive typed payments of M-Pesa 600100").click();
      await dialogOf(page).getByRole("button", { name: "Register at Safaricom" }).click();
    };
    await button(page, "Receive typed payments of M-Pesa 600100").click();
    await dialogOf(page).waitFor();
    const question = await wordsOf(page, "[role=dialog]");
    await dialogOf(page).getByRole("button", { name: "Cancel" }).click();
    await dialogOf(page).waitFor({ state: "detached" });
    await answer(operator, { [`POST ${own}/register-typed`]: refused });
    await hear("registration fails", registering);
    await dialogOf(page).waitFor({ state: "detached" });
    const taken = { success: false, message: "Safaricom refused it: taken", typedSince: null };
    await answer(operator, { [`POST ${own}/register-typed`]: { json: taken } });
    await hear("registration refused", registering);
    await dialogOf(page).waitFor({ state: "detached" });
    const typedSince = "2026-11-20T09:00:00.000Z";
    const registered = { success: true, message: "Payments typed by hand are reported now.", typedSince };
    await answer(operator, {
      [`POST ${own}/register-typed`]: { json: registered },
      [list]: { json: [{ ...paybill, typed: { possible: true, since: typedSince, fault: null } }] },
    });
    toasts.registration = await toastAfter(page, registering);
    await page.getByText("Typed payments are received since:").waitFor();
    return done(operator, { toasts, question });
  },
} satisfies Record<string, Provoke>;
