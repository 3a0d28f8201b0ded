import type { PortalVisitor } from "../../support/site/portal-visitor.ts";
import { type Evidence, pauseClock, runUntil, toastOf } from "./evidence.ts";
import { answerWith, arrive, done, voucherOf, type World } from "./world.ts";

type Provoke = (world: World) => Promise<Evidence>;

/** Constants of time, measured on a clock of the page that runs only when it is told to. */
async function clocked(world: World): Promise<PortalVisitor> {
  const visitor = await arrive(world);
  await visitor.page.clock.install();
  await visitor.seePlans();
  return visitor;
}

async function clockedAtPin(world: World): Promise<PortalVisitor> {
  const visitor = await clocked(world);
  await visitor.pay();
  await visitor.page.locator(".dial").waitFor();
  return visitor;
}

const questions = ({ requests }: PortalVisitor) =>
  requests.filter((request) => request.startsWith("GET /api/payment/status/")).length;

/** How many status questions 8 s bring from here on. */
async function questionsIn8s(visitor: PortalVisitor): Promise<number> {
  await pauseClock(visitor.page);
  const before = questions(visitor);
  await runUntil(visitor.page, () => false, { limit: 8_000, step: 500 });
  return questions(visitor) - before;
}

export const clockProvocations = {
  async polling(world) {
    const visitor = await clockedAtPin(world);
    await pauseClock(visitor.page);
    const next = async () => {
      const asked = questions(visitor);
      const answer = visitor.page.waitForResponse(/\/api\/payment\/status\//);
      const took = await runUntil(visitor.page, () => questions(visitor) > asked, { step: 100 });
      await (await answer).finished();
      return took;
    };
    await next();
    const gaps = [await next(), await next(), await next()];
    return done(visitor, { gaps: gaps.map((gap) => Math.round(gap / 500) * 500).join() });
  },

  async "after success"(world) {
    const visitor = await clockedAtPin(world);
    await visitor.answer("paid");
    await visitor.page.getByText("Start Browsing the Internet").waitFor();
    return done(visitor, { questionsIn8s: await questionsIn8s(visitor) });
  },

  async "after failure"(world) {
    const visitor = await clockedAtPin(world);
    await visitor.answer("cancelled");
    await visitor.page.getByText("Payment Unsuccessful").first().waitFor();
    return done(visitor, { questionsIn8s: await questionsIn8s(visitor) });
  },

  async "no answer in 120 s"(world) {
    const visitor = await clockedAtPin(world);
    const { page } = visitor;
    await pauseClock(page);
    // The server's own time stands still compared with this page's: its answers would say that nothing has passed.
    await answerWith(page, /\/api\/payment\/status\//, { lost: true });
    const shown = async () => Number(/(\d+):(\d\d)/.exec(await page.locator(".dial-time").innerText())?.[1]);
    await runUntil(page, async () => (await shown()) >= 1, { step: 1_000, limit: 70_000 });
    await page.clock.runFor(56_000);
    const stillWaiting = await page.locator(".dial").isVisible();
    const took = await runUntil(page, async () => (await page.locator(".dial").count()) === 0, { step: 500 });
    await toastOf(page);
    const seconds = stillWaiting && took <= 5_000 ? 120 : took;
    return done(visitor, { seconds });
  },

  async "success left alone"(world) {
    const visitor = await clocked(world);
    await visitor.openVoucher();
    await visitor.sendVoucher(voucherOf(world));
    await visitor.page.getByText("Start Browsing the Internet").waitFor();
    await pauseClock(visitor.page);
    const left = () => new URL(visitor.page.url()).pathname === "/connected";
    const took = await runUntil(visitor.page, left, { step: 250, limit: 15_000 });
    await visitor.page.waitForLoadState();
    return done(visitor, { seconds: Math.round(took / 1_000), ends: new URL(visitor.page.url()).pathname });
  },

  async "toast left alone"(world) {
    const visitor = await clocked(world);
    await visitor.openVoucher();
    await pauseClock(visitor.page);
    await visitor.sendVoucher("ZZZZZ-ZZZZZ");
    await toastOf(visitor.page);
    const gone = async () => (await visitor.page.locator(".toast").count()) === 0;
    const took = await runUntil(visitor.page, gone, { step: 250 });
    return done(visitor, { ms: Math.round(took / 500) * 500 });
  },

  async "home left alone"(world) {
    const visitor = await clocked(world);
    const asked = (path: string) => visitor.requests.filter((request) => request.includes(path)).length;
    await pauseClock(visitor.page);
    await visitor.page.clock.runFor(299_000);
    return done(visitor, {
      plansAsked: asked("/api/plans"),
      settingsAsked: asked("/api/settings"),
      adsAsked: asked("GET /api/advertisements"),
      providerAsked: asked("/api/provider/"),
    });
  },
} satisfies Record<string, Provoke>;
