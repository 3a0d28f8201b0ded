import type { GeneratedOvpn } from "#contract/openvpn";
import type { ConsoleOperator } from "../../support/site/console-operator.ts";
import { stoppableClock } from "../../support/site/stopped-clock.ts";
import { type Answers, answer } from "./answer.ts";
import { wordsOf } from "./evidence.ts";
import { bareConfig, revenue, routers } from "./lists.ts";
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

// The routers page, the form of a router, and OpenVPN.

const two: Answers = {
  "GET superadmin/routers": { json: routers() },
  "superadmin/routers/counts": { json: { total: 9, online: 4, assigned: 7, unassigned: 2 } },
  "superadmin/routers/revenue": { json: revenue() },
};
const done200 = { json: { success: true, message: "Done." } };
const tab = ({ page }: ConsoleOperator, name: string) => dialogOf(page).getByRole("tab", { name });

async function act(operator: ConsoleOperator, router: string, action: string): Promise<void> {
  await button(operator.page, `More actions for ${router}`).click();
  await operator.page.getByRole("menuitem", { name: action, exact: true }).click();
}

/** Suspend, Unassign and Delete are confirmed. */
async function sure(operator: ConsoleOperator, router: string, action: string): Promise<void> {
  await act(operator, router, action);
  await button(operator.page, `${action} router`).click();
}

/** The form of a new router of the tunnel, at its third tab. */
async function tunnel(operator: ConsoleOperator, name: string): Promise<void> {
  const { page } = operator;
  await button(page, "Add Router").click();
  await fill(page, { "Router name": name, Username: "mlango", Password: "api secret" });
  await tab(operator, "Connection Type").click();
  await page.getByRole("radio", { name: "OpenVPN client" }).click();
  await tab(operator, "OpenVPN Config").click();
}

export const routerProvocations = {
  async "the routers"(world) {
    const operator = await at(world, "routers", { answers: two });
    const { page } = operator;
    const table = page.getByRole("table", { name: "Routers" });
    await table.getByText("KSh 20.00").waitFor();
    const row = async (name: string) => {
      const text = await table.getByRole("row").filter({ hasText: name }).innerText();
      return text.replace(/\s+/g, " ");
    };
    const heads = await table.getByRole("columnheader").allInnerTexts();
    const rows = { gate: await row("Gate"), hill: await row("Hill") };
    const acts: Record<string, string[]> = {};
    for (const name of ["Gate", "Hill"]) {
      const named = (await table.getByRole("row").filter({ hasText: name }).getByRole("button").all()).map(
        (one) => one.getAttribute("aria-label"),
      );
      await button(page, `More actions for ${name}`).click();
      await page.getByRole("menuitem").first().waitFor();
      const items = await page.getByRole("menuitem").allInnerTexts();
      await page.keyboard.press("Escape");
      await page.getByRole("menuitem").first().waitFor({ state: "detached" });
      const buttons = (await Promise.all(named)).map((label) =>
        label?.replace(/ (of|for) .*| connection.*/, ""),
      );
      acts[name] = [...buttons.filter((label) => label !== undefined), ...items];
    }
    const text = await wordsOf(page, "body");
    const filter = await choices(page, page.getByRole("combobox", { name: "Provider" }));
    await button(page, "Details of Hill").click();
    await dialogOf(page).waitFor();
    const details = await wordsOf(page, "[role=dialog]");
    await operator.leave();
    return { text, facts: { heads, rows, acts, filter, details } };
  },

  async "no routers"(world) {
    return done(await at(world, "routers", { answers: { "GET superadmin/routers": { json: [] } } }));
  },

  async "a minute at the routers"(world) {
    const operator = await come(world);
    const clock = await stoppableClock(operator.page);
    await operator.open("/superadmin/routers");
    await operator.page.getByText("KSh 0.00").first().waitFor();
    await clock.stop();
    const before = operator.requests.length;
    await clock.pass(61);
    const reads = operator.requests.slice(before).filter((request) => request.includes("routers/revenue"));
    return done(operator, { reads: reads.length });
  },

  async "the form of a router"(world) {
    const operator = await at(world, "routers", { answers: two });
    const { page } = operator;
    await button(page, "Add Router").click();
    await dialogOf(page).waitFor();
    const tabs = await dialogOf(page).getByRole("tab").allInnerTexts();
    const port = await field(page, "API port").inputValue();
    const closed = await tab(operator, "OpenVPN Config").isDisabled();
    const { toasts, hear } = listener(page);
    const whole = { "Router name": "Garden", Host: "192.0.2.9", Username: "mlango", Password: "secret" };
    for (const label of Object.keys(whole)) {
      await fill(page, { ...whole, [label]: "" });
      await hear(`without ${label}`, () => submit(page));
    }
    await fill(page, whole);
    for (const wrong of ["0", "70000", ""]) {
      await fill(page, { "API port": wrong });
      await hear(`port ${JSON.stringify(wrong)}`, () => submit(page));
    }
    await fill(page, { "API port": "8728" });
    await tab(operator, "Connection Type").click();
    const isDirect = await page.getByRole("radio", { name: "Direct" }).isChecked();
    const version = page.getByRole("combobox", { name: "RouterOS version" });
    const usual = await version.inputValue();
    const versions = await choices(page, version);
    await page.getByRole("radio", { name: "OpenVPN client" }).click();
    const open = !(await tab(operator, "OpenVPN Config").isDisabled());
    await tab(operator, "Basic Setup").click();
    await fill(page, { "Router name": "", Host: "" });
    const host = await field(page, "Host").getAttribute("placeholder");
    await hear("of the tunnel, without a name", () => submit(page));
    await tab(operator, "OpenVPN Config").click();
    await hear("generate without a name", () => button(page, "Generate Configuration").click());
    const sent = operator.requests.some((request) => request.startsWith("POST"));
    return done(operator, { tabs, port, closed, open, toasts, isDirect, usual, versions, host, sent });
  },

  async "calls of the routers that fail"(world) {
    const operator = await at(world, "routers", {
      answers: {
        ...two,
        "POST superadmin/routers/(assign|r[12]/[a-z]+)": refused,
        "POST (admin/)?routers": refused,
        "PUT routers/r1": refused,
        "DELETE routers/r1": refused,
        "POST routers/r1/test": refused,
        "POST routers/r2/test": { json: { success: false, message: "" } },
        "POST routers/generate-ovpn": refused,
      },
    });
    const { page } = operator;
    const { toasts, hear } = listener(page);
    await hear("test", () => button(page, "Test connection of Gate").click());
    await hear("test without success", () => button(page, "Test connection of Hill").click());
    for (const action of ["Suspend", "Unassign", "Delete"])
      await hear(action, () => sure(operator, "Gate", action));
    await act(operator, "Gate", "Delete");
    const deletion = await wordsOf(page, "[role=dialog]");
    await page.keyboard.press("Escape");
    await hear("Activate", () => act(operator, "Hill", "Activate"));
    await act(operator, "Hill", "Assign");
    await page.getByRole("dialog").getByRole("combobox", { name: "Provider" }).click();
    await page.getByRole("option", { name: "Demo WiFi" }).click();
    await hear("Assign", () => submit(page));
    await page.keyboard.press("Escape");
    await act(operator, "Gate", "Edit");
    await hear("Edit", () => submit(page));
    await page.keyboard.press("Escape");
    await tunnel(operator, "Roof");
    await hear("generate", () => button(page, "Generate Configuration").click());
    await hear("Add", () => submit(page));
    return done(operator, { toasts, deletion });
  },

  async "calls of the routers"(world) {
    const [gate] = routers();
    const operator = await at(world, "routers", {
      answers: {
        ...two,
        "POST superadmin/routers/(assign|r[12]/[a-z]+)": done200,
        "POST routers": { json: gate },
        "PUT routers/r1": { json: gate },
        "DELETE routers/r1": done200,
        "POST routers/r1/test": { json: { success: true, message: "RouterOS 7.18" } },
      },
    });
    const { page } = operator;
    const { toasts, hear } = listener(page);
    await hear("test", () => button(page, "Test connection of Gate").click());
    for (const action of ["Suspend", "Unassign", "Delete"])
      await hear(action, () => sure(operator, "Gate", action));
    await hear("Activate", () => act(operator, "Hill", "Activate"));
    await act(operator, "Hill", "Assign");
    await page.getByRole("dialog").getByRole("combobox", { name: "Provider" }).click();
    await page.getByRole("option", { name: "Demo WiFi" }).click();
    await hear("Assign", () => submit(page));
    await dialogOf(page).waitFor({ state: "detached" });
    await act(operator, "Gate", "Edit");
    await hear("Edit", () => submit(page));
    await dialogOf(page).waitFor({ state: "detached" });
    await button(page, "Add Router").click();
    await fill(page, { "Router name": "Garden", Host: "192.0.2.9", Username: "u", Password: "p" });
    await hear("Add", () => submit(page));
    return done(operator, { toasts });
  },

  async OpenVPN(world) {
    const operator = await come(world);
    const { page } = operator;
    await operator.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await operator.open("/superadmin/routers");
    await tunnel(operator, "gate1");
    const { toasts, hear } = listener(page);
    const coming = page.waitForResponse("**/generate-ovpn");
    await hear("generate", () => button(page, "Generate Configuration").click());
    const config = (await (await coming).json()) as GeneratedOvpn;
    await page.getByText("The private key is shown only now").waitFor();
    const names = await dialogOf(page).getByRole("listitem").getByRole("button").allInnerTexts();
    const files = names.map((name) => name.trim().split("\n").at(-1));
    const download = page.waitForEvent("download");
    await hear("download", () => page.getByRole("button", { name: "gate1.ovpn" }).click());
    const saved = (await download).suggestedFilename();
    await hear("copy", () => button(page, "Copy Script").click());
    await hear("regenerate", () => button(page, "Regenerate Script").click());
    await answer(operator, { "POST routers/regenerate-script": refused });
    await hear("regenerate fails", () => button(page, "Regenerate Script").click());
    const { ovpnFile } = config;
    return done(operator, { toasts, files, saved, fields: Object.keys(config), ovpnFile });
  },

  async "OpenVPN without its files"(world) {
    const operator = await at(world, "routers", {
      answers: { ...two, "POST routers/generate-ovpn": { json: bareConfig() } },
    });
    const { page } = operator;
    await tunnel(operator, "Bare");
    await button(page, "Generate Configuration").click();
    await page.getByText("The private key is shown only now").waitFor();
    const { toasts, hear } = listener(page);
    for (const ending of ["-client.crt", "-client.key", "-ca.crt"])
      await hear(ending, () => page.getByRole("button", { name: `Bare${ending}` }).click());
    return done(operator, { toasts });
  },
} satisfies Record<string, Provoke>;
