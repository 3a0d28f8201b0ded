import { openPage } from "../../support/site/browser.ts";
import { type Evidence, readPage, toastOf } from "./evidence.ts";
import { adProvocations } from "./provoke-ads.ts";
import { clockProvocations } from "./provoke-clocks.ts";
import { formProvocations } from "./provoke-forms.ts";
import { serviceProvocations } from "./provoke-services.ts";
import {
  answerWith,
  arrive,
  atForm,
  atPin,
  atPlans,
  done,
  visiblePlans,
  voucherOf,
  type World,
} from "./world.ts";

// Every way in which a row of this folder is provoked: each brings a visitor there once, and says what was found.

type Provoke = (world: World) => Promise<Evidence>;

async function look(world: World, url: string, options: { origin: string }): Promise<Evidence> {
  const { page, context } = await openPage(world.browser, options);
  const response = await page.goto(url);
  const evidence = await readPage(page, {
    status: response?.status(),
    plans: await visiblePlans(page),
    badges: await page.locator(".badge").count(),
  });
  await context.close();
  return evidence;
}

const onHost =
  (label: string): Provoke =>
  async (world) => {
    const origin = world.site.main.replace("//", `//${label}.`);
    return look(world, origin, { origin });
  };

const withMac =
  (mac: string): Provoke =>
  async (world) => {
    const visitor = await arrive(world);
    const url = new URL(visitor.address());
    url.searchParams.set("mac", mac);
    await visitor.page.goto(url.href);
    const known = await visitor.page.evaluate<string | null>(
      "JSON.parse(document.getElementById('page').textContent).mac",
    );
    return done(visitor, { mac: known });
  };

const answered =
  (outcome: string): Provoke =>
  async (world) => {
    const visitor = await atPin(world);
    await visitor.answer(outcome);
    await visitor.page.getByText("Payment Unsuccessful").first().waitFor();
    await toastOf(visitor.page);
    return done(visitor);
  };

const afterFailure =
  (button: string): Provoke =>
  async (world) => {
    const visitor = await atPin(world);
    await visitor.answer("cancelled");
    await visitor.page.getByRole("button", { name: button }).click();
    await visitor.page.locator(".plan").first().waitFor();
    return done(visitor, { plans: await visiblePlans(visitor.page) });
  };

const initiationAnswers =
  (answer: Parameters<typeof answerWith>[2]): Provoke =>
  async (world) => {
    const visitor = await atForm(world);
    await answerWith(visitor.page, /\/api\/payment\/initiate$/, answer);
    await visitor.sendPhone();
    await visitor.page.getByText("Payment Unsuccessful").first().waitFor();
    await toastOf(visitor.page);
    return done(visitor);
  };

const provocationsHere = {
  async home(world) {
    const visitor = await atPlans(world, { height: 640 });
    const { page } = visitor;
    const facts = {
      badge: await page.locator(".badge").innerText(),
      heading: await page.locator("h1").first().innerText(),
      plans: await visiblePlans(page),
      selectButtons: await page.locator(".plan").getByText("Select Plan").count(),
      popular: await page.evaluate(
        "[...document.querySelectorAll('.plan')].map((plan, index) => plan.innerText.includes('Most Popular') ? index + 1 : '').join('')",
      ),
      phoneLink: await page.locator("a[href^='tel:']").getAttribute("href"),
    };
    await page.evaluate("scrollTo(0, document.body.scrollHeight / 2)");
    const top = await page.evaluate(
      "Math.round(document.querySelector('.header').getBoundingClientRect().top)",
    );
    const below = await page.evaluate(
      "Math.round(document.querySelector('.footer').getBoundingClientRect().bottom - innerHeight)",
    );
    return done(visitor, { ...facts, headerTopWhenScrolled: top, footerBelowWhenScrolled: below });
  },

  async "branded home"(world) {
    const { savanna } = world.site.seeded;
    const origin = world.site.main.replace("//", `//${savanna.subdomain}.`);
    const { page, context } = await openPage(world.browser, { origin });
    await page.goto(`${origin}/?ads=seen&mac=02:00:00:00:00:77`);
    const evidence = await readPage(page, {
      logoWidth: await page.evaluate("document.querySelector('.header img').getBoundingClientRect().width"),
      headerColour: await page.evaluate(
        "getComputedStyle(document.querySelector('.header')).backgroundColor",
      ),
    });
    await context.close();
    return evidence;
  },

  "main domain": (world) => look(world, world.site.main, { origin: world.site.main }),

  async "main domain with a router"(world) {
    const [router] = world.site.seeded.demo.routers;
    return look(world, `${world.site.main}/?ads=seen&routerId=${router?.id}`, { origin: world.site.main });
  },

  "host www": onHost("www"),
  "host api": onHost("api"),
  "host admin": onHost("admin"),
  "host of nobody": onHost("nobody"),
  "mac placeholder": withMac("$(mac)"),
  "mac without colon": withMac("4C5E0CA10001"),

  async "remembered router"(world) {
    const [router] = world.site.seeded.demo.routers;
    const { page, context } = await openPage(world.browser, { origin: world.site.main });
    await page.goto(`${world.site.main}/?ads=seen&routerId=${router?.id}`);
    await page.waitForFunction("localStorage.getItem('hotspot_router_id') !== null");
    await page.goto(`${world.site.main}/?ads=seen`);
    await page.locator(".plan").first().waitFor();
    const evidence = await readPage(page, { plans: await visiblePlans(page) });
    await context.close();
    return evidence;
  },

  async "unknown address"(world) {
    const visitor = await arrive(world);
    const response = await visitor.page.goto(visitor.address("/no/such/page"));
    return done(visitor, { status: response?.status() });
  },

  async "payment asked for"(world) {
    const visitor = await atPlans(world);
    await visitor.pay();
    await toastOf(visitor.page);
    return done(visitor);
  },

  async paid(world) {
    const visitor = await atPin(world);
    await visitor.answer("paid");
    await visitor.page.getByText("Start Browsing the Internet").waitFor();
    await toastOf(visitor.page);
    return done(visitor);
  },

  "wrong PIN": answered("wrong-pin"),
  cancelled: answered("cancelled"),
  insufficient: answered("insufficient"),
  unreachable: answered("unreachable"),
  "try again": afterFailure("Try Again"),
  "different plan": afterFailure("Choose Different Plan"),

  "initiation refused": initiationAnswers({
    status: 409,
    json: { code: "refused", message: "This till takes no money today.", error: "", success: false },
  }),
  "initiation without words": initiationAnswers({ json: { success: false, transactionId: "", message: "" } }),
  "initiation lost": initiationAnswers({ lost: true }),

  async "voucher redeemed"(world) {
    const visitor = await atPlans(world);
    await visitor.openVoucher();
    await visitor.sendVoucher(voucherOf(world));
    await visitor.page.getByText("Payment Successful").first().waitFor();
    await toastOf(visitor.page);
    return done(visitor);
  },

  async "voucher unknown"(world) {
    const visitor = await atPlans(world);
    await visitor.openVoucher();
    await visitor.sendVoucher("ZZZZZ-ZZZZZ");
    await toastOf(visitor.page);
    return done(visitor);
  },

  async "voucher lost"(world) {
    const visitor = await atPlans(world);
    await visitor.openVoucher();
    await answerWith(visitor.page, /\/api\/voucher\/redeem$/, { lost: true });
    await visitor.sendVoucher("ABCDE-23456");
    await toastOf(visitor.page);
    return done(visitor);
  },

  async "status answers 500"(world) {
    const visitor = await atPlans(world);
    await answerWith(visitor.page, /\/api\/payment\/status\//, { status: 500, json: {} });
    await visitor.pay();
    await visitor.page.getByText("Network error or server issue").waitFor();
    return done(visitor);
  },

  async "failed without a reason"(world) {
    const visitor = await atPlans(world);
    const now = new Date().toISOString();
    const json = {
      status: "failed",
      error: null,
      reason: null,
      access: "none",
      expiresAt: null,
      createdAt: now,
      now,
    };
    await answerWith(visitor.page, /\/api\/payment\/status\//, { json });
    await visitor.pay();
    await visitor.page.getByText("Payment Unsuccessful").first().waitFor();
    return done(visitor);
  },

  async "two toasts"(world) {
    const visitor = await atPlans(world);
    await visitor.openVoucher();
    await visitor.sendVoucher("ZZZZZ-ZZZZZ");
    await toastOf(visitor.page);
    await visitor.sendVoucher("YYYYY-YYYYY");
    const title = (await toastOf(visitor.page)).split(" - ")[0];
    return done(visitor, { title, toasts: await visitor.page.locator(".toast").count() });
  },

  async "toast dismissed"(world) {
    const visitor = await atPin(world);
    await toastOf(visitor.page);
    await visitor.page.locator(".toast-close").click();
    return done(visitor, { toasts: await visitor.page.locator(".toast").count() });
  },
} satisfies Record<string, Provoke>;

export const provocations = {
  ...provocationsHere,
  ...adProvocations,
  ...formProvocations,
  ...clockProvocations,
  ...serviceProvocations,
} satisfies Record<string, Provoke>;

export type Provocation = keyof typeof provocations;
