import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Provider } from "#contract/providers";
import { expectAccessible, launchBrowser } from "../support/site/browser.ts";
import { ConsoleOperator, type OperatorOptions } from "../support/site/console-operator.ts";
import { readRows } from "../support/site/read-rows.ts";
import { testSite } from "../support/site/test-site.ts";

// The providers page of the super admin console (docs/behaviour/operator-console.md, "Providers").

const { site } = testSite();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const list = "**/api/superadmin/providers?**";

/** @param answer what the list answers instead of the site */
async function come({ answer, ...options }: OperatorOptions & { answer?: Provider[] } = {}) {
  const operator = await ConsoleOperator.come(site(), browser, options);
  if (answer) await operator.page.route(list, (route) => route.fulfill({ json: answer }));
  await operator.open("/superadmin/providers");
  return operator;
}

function parts({ page }: ConsoleOperator) {
  const dialog = page.getByRole("dialog");
  return {
    dialog,
    toast: page.locator(".mantine-Notification-root"),
    button: (name: string) => page.getByRole("button", { name, exact: true }),
    cards: page.getByRole("list", { name: "Providers" }).getByRole("listitem"),
    card: (name: string) => page.getByRole("listitem").filter({ hasText: name }),
    // A field that is needed has a star behind its name.
    field: (label: string) => dialog.getByLabel(new RegExp(`^${label}( \\*)?$`)),
    send: dialog.locator("button[type=submit]"),
  };
}

const someProvider: Provider = {
  ...{ id: "11111111-1111-4111-8111-111111111111", businessName: "Coast WiFi", contactName: "Ali" },
  ...{ email: "ali@coast.example", phone: "254700000009", address: "Moi Avenue", kraPin: null },
  ...{ businessLicense: null, subdomain: "coast", status: "suspended", routerCount: 1 },
  ...{ createdAt: new Date().toISOString(), captivePortalSettings: {} },
};

const fields = {
  ...{ "Business Name": "Lake Net", "Contact Name": "Achieng Odhiambo", Email: "info@lake.example" },
  ...{ Phone: "254700000001", Subdomain: "Lake Net!", "Admin Full Name": "Achieng Odhiambo" },
  ...{ "Admin Email": "achieng@lake.example", "Login Username": "achieng" },
  ...{ Password: "a long password", "Confirm Password": "a long password" },
};
async function fill(operator: ConsoleOperator, change: Partial<typeof fields> = {}) {
  const { field } = parts(operator);
  for (const [label, value] of Object.entries({ ...fields, ...change })) await field(label).fill(value);
}
async function openForm(options: OperatorOptions & { answer?: Provider[] } = {}) {
  const operator = await come(options);
  await parts(operator).button("Add Provider").click();
  await parts(operator).dialog.waitFor();
  return operator;
}

describe("the cards", () => {
  it("show business, status, e-mail, phone, address and number of routers, and what can be done", async () => {
    const operator = await come();
    const { card, cards } = parts(operator);
    await card("Demo WiFi").waitFor();
    expect(await cards.count()).toBe(2);
    const text = await card("Demo WiFi").innerText();
    for (const said of ["Active", "amina@demo.example", "+254 712 000 001", "No address", "1 router"])
      expect(text).toContain(said);
    for (const name of ["Suspend Demo WiFi", "Payment of Demo WiFi"])
      expect(await card("Demo WiFi").getByRole("button", { name }).count()).toBe(1);
    const profile = card("Demo WiFi").getByRole("link", { name: "Profile of Demo WiFi" });
    expect(await profile.getAttribute("href")).toBe(`/superadmin/providers/${site().seeded.demo.id}/profile`);
    await expectAccessible(operator.page);
    expect(operator.faults).toEqual([]);
    await operator.leave();
  });

  it("are six skeletons while they load", async () => {
    const operator = await ConsoleOperator.come(site(), browser);
    let answer = () => {};
    await operator.page.route(list, async (route) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      await route.continue();
    });
    await operator.open("/superadmin/providers");
    const loading = operator.page.getByRole("status", { name: "Loading providers..." });
    await loading.waitFor();
    expect(await loading.locator(".mantine-Skeleton-root").count()).toBe(6);
    answer();
    await parts(operator).card("Demo WiFi").waitFor();
    expect(await loading.count()).toBe(0);
    await operator.leave();
  });

  it("are searched, filtered and paged in the address", async () => {
    const operator = await come();
    const { page } = operator;
    const { cards, card } = parts(operator);
    await page.getByRole("searchbox", { name: "Search providers" }).fill("savanna");
    await card("Demo WiFi").waitFor({ state: "detached" });
    expect(await cards.count()).toBe(1);
    expect(new URL(page.url()).search).toBe("?q=savanna");
    await page.reload();
    await card("Savanna Net").waitFor();
    expect(await cards.count()).toBe(1);
    await operator.open("/superadmin/providers?status=suspended");
    await page.getByText("No providers match your search").waitFor();
    await parts(operator).button("Show all providers").click();
    await card("Demo WiFi").waitFor();
    await page.route(list, (route) =>
      route.fulfill({ json: [someProvider], headers: { "x-total-count": "30" } }),
    );
    await operator.open("/superadmin/providers");
    await page.getByText("1 to 24 of 30").waitFor();
    await page.getByRole("button", { name: "Page 2" }).click();
    await page.getByText("25 to 30 of 30").waitFor();
    expect(new URL(page.url()).search).toBe("?page=2");
    await operator.leave();
  });

  it("that are none say what to do first; that could not be read say so and try again", async () => {
    const operator = await come({ answer: [] });
    const { page } = operator;
    await page.getByText("No Providers Yet").waitFor();
    await parts(operator).button("Add Provider").click();
    await parts(operator).dialog.getByText("Create New Provider").waitFor();
    await page.unroute(list);
    await page.route(list, (route) => route.fulfill({ status: 500, body: "" }));
    await operator.open("/superadmin/providers");
    await page.getByText("Error Loading Providers").waitFor();
    await page.unroute(list);
    await parts(operator).button("Try again").click();
    await parts(operator).card("Demo WiFi").waitFor();
    await operator.leave();
  });

  it("and their dialogs fit a phone of 360 px, with targets of 44 px", async () => {
    const operator = await come({ width: 360, height: 740 });
    const { card, button, dialog } = parts(operator);
    await card("Demo WiFi").waitFor();
    for (const target of await card("Demo WiFi").locator("a, button").all()) {
      const box = await target.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    await expectAccessible(operator.page);
    await button("Add Provider").click();
    await dialog.waitFor();
    await expectAccessible(operator.page);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await button("Payment of Demo WiFi").click();
    await dialog.getByText("New payment gateway").first().waitFor();
    await dialog.getByText("Use Auto API").click();
    await expectAccessible(operator.page);
    await operator.leave();
  });
});

describe("creating a provider", () => {
  it("takes of a subdomain what it can hold, in lower case, and shows the address", async () => {
    const operator = await openForm();
    const { field, dialog } = parts(operator);
    await field("Subdomain").pressSequentially("Lake_Net 7!");
    expect(await field("Subdomain").inputValue()).toBe("lakenet7");
    const address = site().main.replace("//", "//lakenet7.");
    await dialog.getByText(`Its address: ${address}`).waitFor();
    expect(await field("Phone").getAttribute("placeholder")).toBe("254700000000");
    await operator.leave();
  });

  const faults: [Partial<typeof fields>, string, string][] = [
    [
      { "Confirm Password": "another password" },
      "Password Mismatch",
      "Password and confirm password do not match.",
    ],
    [
      { Password: "7 chars", "Confirm Password": "7 chars" },
      "Password Too Short",
      "Password must be at least 8 characters long.",
    ],
    [{ "Business Name": " " }, "Missing Information", "Business Name is required"],
    [{ "Contact Name": "" }, "Missing Information", "Contact Name is required"],
    [{ Email: "" }, "Missing Information", "Email is required"],
    [{ Phone: "" }, "Missing Information", "Phone is required"],
    [{ Subdomain: "" }, "Missing Information", "Subdomain is required"],
    [{ "Admin Full Name": "" }, "Missing Information", "Admin Full Name is required"],
    [{ "Admin Email": "" }, "Missing Information", "Admin Email is required"],
    [{ "Login Username": "" }, "Missing Information", "Login Username is required"],
    [{ Password: "", "Confirm Password": "" }, "Missing Information", "Password is required"],
    [{ Subdomain: "lake-" }, "Invalid Subdomain", "A subdomain neither begins nor ends with a hyphen."],
    [
      { Subdomain: "admin" },
      "Invalid Subdomain",
      "This subdomain belongs to the platform itself. Choose another one.",
    ],
    [{ Email: "info" }, "Invalid Email", "Invalid email address"],
  ];
  it("that is not complete or not right says what is wrong, one toast at a time, and sends nothing", async () => {
    const operator = await openForm();
    const { send, toast, dialog } = parts(operator);
    await fill(operator);
    for (const [change, title, text] of faults) {
      await fill(operator, change);
      await send.click();
      await toast.filter({ hasText: title }).filter({ hasText: text }).waitFor();
      expect(await toast.count()).toBe(1);
      expect(await dialog.locator("[aria-invalid=true]:focus").count(), text).toBe(1);
    }
    expect(operator.requests.filter((request) => request === "POST /api/superadmin/providers")).toEqual([]);
    await operator.leave();
  });

  it("that the server refuses says why, keeps what was typed, and can be sent again", async () => {
    const operator = await openForm();
    await fill(operator, { Subdomain: "demo" });
    const { send, toast, dialog, field } = parts(operator);
    await send.click();
    await toast.getByText("Creation Failed", { exact: true }).waitFor();
    expect(await toast.innerText()).toContain("The subdomain demo is already taken. Choose another one.");
    await dialog.getByRole("alert").getByText("already taken").waitFor();
    expect(await field("Business Name").inputValue()).toBe("Lake Net");
    await operator.page.route("**/api/superadmin/providers", (route) =>
      route.request().method() === "POST" ? route.fulfill({ status: 500, body: "" }) : route.continue(),
    );
    await field("Subdomain").fill("lakenet");
    await send.click();
    await dialog.getByRole("alert").getByText("Failed to create provider.").waitFor();
    await operator.leave();
  });

  it("names who signs in now for 6 seconds, and the card is there", async () => {
    const operator = await openForm();
    await fill(operator);
    const { send, toast, dialog, card } = parts(operator);
    await send.dblclick();
    const title = toast.getByText("Provider & Admin Created");
    await title.waitFor();
    const since = Date.now();
    expect(await toast.innerText()).toContain("Lake Net signs in as achieng.");
    await dialog.waitFor({ state: "detached" });
    await card("Lake Net").waitFor();
    await title.waitFor({ state: "detached" });
    expect(Date.now() - since).toBeGreaterThan(5_400);
    expect(
      await readRows(site(), "SELECT subdomain FROM providers WHERE business_name = 'Lake Net'"),
    ).toEqual([{ subdomain: "lakenet" }]);
    await operator.leave();
  });
});

describe("suspending a provider", () => {
  it("asks first, says what happened, and activating undoes it", async () => {
    const operator = await come();
    const { button, card, dialog, toast } = parts(operator);
    await button("Suspend Savanna Net").click();
    await dialog.getByText("Whoever is online stays online").waitFor();
    await expectAccessible(operator.page);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(operator.requests.some((request) => request.endsWith("/suspend"))).toBe(false);
    await button("Suspend Savanna Net").click();
    await dialog.getByRole("button", { name: "Suspend Savanna Net", exact: true }).click();
    await toast.getByText("Provider Suspended").waitFor();
    await card("Savanna Net").getByText("Suspended", { exact: true }).waitFor();
    await button("Activate Savanna Net").click();
    await toast.getByText("Provider Activated").waitFor();
    await card("Savanna Net").getByText("Active", { exact: true }).waitFor();
    await operator.leave();
  });

  it.each([
    ["active", "Suspend", "Failed to suspend provider."],
    ["suspended", "Activate", "Failed to activate provider."],
  ] as const)("of an %s one that fails: Action Failed, %s, %s", async (status, action, text) => {
    const operator = await come({ answer: [{ ...someProvider, status }] });
    await operator.page.route(/\/(suspend|activate)$/, (route) => route.fulfill({ status: 500, body: "" }));
    const { button, dialog, toast } = parts(operator);
    const name = `${action} Coast WiFi`;
    await button(name).click();
    if (status === "active") await dialog.getByRole("button", { name, exact: true }).click();
    await toast.getByText("Action Failed").waitFor();
    expect(await toast.innerText()).toContain(text);
    await operator.leave();
  });
});

const secrets = {
  ...{ "Consumer Key": "consumer-key-of-lake-1111", "Consumer Secret": "consumer-secret-of-lake-2222" },
  Passkey: "passkey-of-lake-3333",
};

async function openPayment() {
  const operator = await come();
  const { button, dialog, field } = parts(operator);
  await button("Payment of Savanna Net").click();
  await dialog.getByText("Configure Payment Gateway", { exact: true }).waitFor();
  await field("Account Number").waitFor();
  return operator;
}

describe("the payment gateway of a provider", () => {
  it("begins with M-Pesa by the platform's own app; the account is asked for by its name", async () => {
    const operator = await openPayment();
    const { field, send, dialog } = parts(operator);
    expect(await dialog.getByRole("checkbox", { name: "Use Auto API" }).isChecked()).toBe(true);
    expect(await field("Consumer Key").count()).toBe(0);
    expect(await field("Account Number").getAttribute("placeholder")).toBe("Business Short Code");
    await send.click();
    await dialog.getByText("Account number is required").waitFor();
    await dialog.getByText("Use Auto API").click();
    await field("Account Number").fill("600201");
    await send.click();
    for (const label of Object.keys(secrets))
      await dialog.getByText(`${label.charAt(0)}${label.slice(1).toLowerCase()} is required`).waitFor();
    expect(operator.requests.filter((request) => request.startsWith("POST"))).toEqual([]);
    await expectAccessible(operator.page);
    await operator.leave();
  });

  it("with own credentials is saved, listed by the ends of its secrets, and never read back", async () => {
    const operator = await openPayment();
    const { page } = operator;
    const read: Promise<string>[] = [];
    page.on("response", (response) => {
      if (response.url().includes("/api/")) read.push(response.text());
    });
    const { field, send, dialog, toast } = parts(operator);
    await field("Account Number").fill("600201");
    await dialog.getByText("Use Auto API").click();
    for (const [label, value] of Object.entries(secrets)) await field(label).fill(value);
    await send.click();
    await toast.getByText("Payment Gateway Configured").waitFor();
    const listed = dialog.getByRole("listitem").filter({ hasText: "M-Pesa 600201" });
    await listed
      .getByText("Consumer Key •••• 1111 · Consumer Secret •••• 2222 · Passkey •••• 3333")
      .waitFor();
    // The former one of all routers has ended.
    expect(await dialog.getByRole("listitem").count()).toBe(1);
    expect(await field("Consumer Key").count()).toBe(0);
    const answers = (await Promise.all(read)).join("\n");
    expect(answers).toContain("600201");
    for (const value of Object.values(secrets)) expect(answers).not.toContain(value);
    await operator.leave();
  });

  it("that could never collect is refused with a sentence", async () => {
    const operator = await openPayment();
    const { field, send, dialog, toast } = parts(operator);
    await field("Account Number").fill("600201");
    await dialog.getByRole("combobox", { name: "Environment" }).or(field("Environment")).first().click();
    await operator.page.getByRole("option", { name: "Production" }).click();
    await send.click();
    await toast.getByText("Configuration Failed").waitFor();
    expect(await toast.innerText()).toContain("The platform's own M-Pesa app is for sandbox only.");
    await operator.leave();
  });

  it("that could not be saved says so", async () => {
    const operator = await openPayment();
    await operator.page.route("**/payment-gateway", (route) => route.fulfill({ status: 500, body: "" }));
    const { field, send, toast } = parts(operator);
    await field("Account Number").fill("600201");
    await send.click();
    await toast.getByText("Configuration Failed").waitFor();
    expect(await toast.innerText()).toContain("Failed to configure payment gateway.");
    await operator.leave();
  });

  it("is deleted after a question that names it; a failure is said", async () => {
    const operator = await openPayment();
    const { page } = operator;
    const { dialog, toast } = parts(operator);
    let broken = true;
    await page.route("**/payment-gateway/*", (route) =>
      broken ? route.fulfill({ status: 500, body: "" }) : route.continue(),
    );
    const ask = async () => {
      await dialog.getByRole("button", { name: "Delete M-Pesa 600201" }).first().click();
      const question = dialog.filter({ hasText: "This cannot be undone." });
      await question.getByText("Visitors of Savanna Net can no longer pay this way.").waitFor();
      await question.getByRole("button", { name: "Delete M-Pesa 600201", exact: true }).last().click();
    };
    await ask();
    await toast.getByText("Delete Failed").waitFor();
    expect(await toast.innerText()).toContain("Failed to delete payment gateway.");
    broken = false;
    await ask();
    await toast.getByText("Payment Gateway Deleted").waitFor();
    await dialog.getByText("Savanna Net takes no money yet: set its first gateway below.").waitFor();
    await operator.leave();
  });
});

describe("docs/behaviour, line by line", () => {
  /** All that can be read, and of the fields what stands in them or would: `Phone (254700000000)`. */
  async function readScene(scene: Scene): Promise<string> {
    const operator = await come();
    const { page } = operator;
    const { card, button, dialog, field } = parts(operator);
    await card("Demo WiFi").waitFor();
    let shown = page.locator("main");
    if (scene === "the form") {
      await button("Add Provider").click();
      shown = dialog;
    }
    if (scene === "the gateway" || scene === "own credentials") {
      await button("Payment of Demo WiFi").click();
      await field("Account Number").waitFor();
      if (scene === "own credentials") await dialog.getByText("Use Auto API").click();
      shown = dialog;
    }
    await shown.waitFor();
    const text = await shown.innerText();
    const inputs = await shown
      .locator("input")
      .evaluateAll((all) =>
        (all as unknown as Record<string, unknown>[]).map((input) =>
          input.type === "checkbox" ? `checked: ${input.checked}` : `(${input.value || input.placeholder})`,
        ),
      );
    await operator.leave();
    return [text.replace(/\s+/g, " "), ...inputs].join(" ");
  }

  type Scene = "the page" | "the form" | "the gateway" | "own credentials";
  const lines: Record<Scene, readonly string[]> = {
    "the page": ["Provider Management", "Add Provider", "Profile", "Suspend", "Payment", "Active"],
    "the form": [
      ...["Create New Provider", "Business Name *", "Contact Name *", "Email *", "Phone *", "Subdomain *"],
      ...["Address KRA PIN Business License", "Admin Full Name *", "Admin Email *", "Login Username *"],
      ...["Password *", "At least 8 characters", "Confirm Password *", "Create Provider", "(254700000000)"],
    ],
    "the gateway": [
      ...[
        "Configure Payment Gateway",
        "Payment Gateway *",
        "Account Number *",
        "Environment",
        "Use Auto API",
      ],
      ...["(Business Short Code)", "(M-Pesa)", "(Sandbox)", "checked: true"],
    ],
    "own credentials": ["Consumer Key *", "Consumer Secret *", "Passkey *", "checked: false"],
  };
  const scenes = new Map<Scene, Promise<string>>();
  const rows = Object.entries(lines).flatMap(([scene, all]) =>
    all.map((line) => [scene as Scene, line] as const),
  );
  it.each(rows)("%s: %s", async (scene, line) => {
    const seen = scenes.get(scene) ?? readScene(scene);
    scenes.set(scene, seen);
    expect(await seen).toContain(line);
  });
});
