import type { PortalVisitor } from "../support/site/portal-visitor.ts";
import type { Stage } from "./stage.ts";

// Visitors who have used the data of their plan up, and buy more.

/** Of the plan that has a limit. */
export async function offerTopUps(database: D1Database): Promise<void> {
  await database
    .prepare(
      "UPDATE plans SET top_up_bytes = 524288000, top_up_price_cents = 2000 WHERE data_bytes IS NOT NULL",
    )
    .run();
}

const offer = ({ page }: PortalVisitor) => page.locator("a[href*='topUp=1']").first();

/** All of a month's data in one night: at the page that offers more. */
export async function usedUp(stage: Stage, language?: string): Promise<PortalVisitor> {
  const visitor = await stage.visitor(language === undefined ? {} : { language });
  await visitor.seePlans();
  await visitor.pay("50 GB");
  await visitor.answer("paid");
  await visitor.page.locator("a.button-main[href*='/connected']").click();
  await visitor.page.locator(".left-time").waitFor();
  await visitor.download(60 * 2 ** 30);
  await offer(visitor).waitFor();
  return visitor;
}

export async function askForMore(visitor: PortalVisitor): Promise<void> {
  await offer(visitor).click();
  await visitor.page.locator("#phone").waitFor();
}

/** @returns the device of somebody who has bought more */
export async function toppedUp(stage: Stage): Promise<string> {
  const visitor = await usedUp(stage);
  await askForMore(visitor);
  await visitor.sendPhone();
  await visitor.page.waitForURL(/\/pay\//);
  await visitor.answer("paid");
  await visitor.page.locator("a.button-main[href*='/connected']").waitFor();
  await visitor.leave();
  return visitor.device.mac ?? "";
}
