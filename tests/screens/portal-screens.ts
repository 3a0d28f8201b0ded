import type { PortalVisitor } from "../support/site/portal-visitor.ts";
import type { Screen } from "./stage.ts";
import { askForMore, usedUp } from "./topped-up.ts";

/** The visitor's portal: its main states, each as a visitor comes to it. */
const states: Screen<PortalVisitor>[] = [
  {
    name: "portal-ad",
    async show(stage) {
      const visitor = await stage.visitor();
      await visitor.goHome();
      await visitor.page.locator(".ad-press").waitFor();
      return visitor;
    },
  },
  {
    name: "portal-home",
    async show(stage) {
      const visitor = await stage.visitor();
      await visitor.seePlans();
      return visitor;
    },
  },
  {
    name: "portal-home-swahili",
    async show(stage) {
      const visitor = await stage.visitor({ language: "sw-KE" });
      await visitor.seePlans();
      return visitor;
    },
  },
  {
    name: "portal-home-online",
    async show(stage) {
      const visitor = await stage.visitor();
      await visitor.seePlans();
      await visitor.openVoucher();
      await visitor.sendVoucher(stage.voucher());
      await visitor.page.locator("a.button-main[href*='/connected']").waitFor();
      await visitor.seePlans();
      return visitor;
    },
  },
  {
    name: "portal-join-first",
    async show(stage) {
      const visitor = await stage.visitor();
      await visitor.page.goto(stage.site.main);
      return visitor;
    },
  },
  {
    name: "portal-pay",
    async show(stage) {
      const visitor = await stage.visitor();
      await visitor.seePlans();
      await visitor.choose();
      return visitor;
    },
  },
  {
    name: "portal-pay-refused",
    async show(stage) {
      const visitor = await stage.visitor();
      await visitor.seePlans();
      await visitor.choose();
      await visitor.sendPhone("0712");
      await visitor.page.locator("#phone-problem").getByText("Invalid Phone Number").waitFor();
      return visitor;
    },
  },
  {
    name: "portal-voucher",
    async show(stage) {
      const visitor = await stage.visitor();
      await visitor.seePlans();
      await visitor.openVoucher();
      return visitor;
    },
  },
  {
    name: "portal-processing",
    async show(stage) {
      const visitor = await stage.visitor();
      await visitor.seePlans();
      await visitor.pay();
      await visitor.page.locator(".dial").waitFor();
      return visitor;
    },
  },
  {
    name: "portal-processing-swahili",
    async show(stage) {
      const visitor = await stage.visitor({ language: "sw-KE" });
      await visitor.seePlans();
      await visitor.pay();
      await visitor.page.locator(".dial").waitFor();
      return visitor;
    },
  },
  {
    name: "portal-success",
    async show(stage) {
      const visitor = await stage.visitor();
      await visitor.seePlans();
      await visitor.pay();
      await visitor.answer("paid");
      await visitor.page.locator("a.button-main[href*='/connected']").waitFor();
      await visitor.page.locator("button", { hasText: "Stay here" }).click();
      return visitor;
    },
  },
  {
    name: "portal-failure",
    async show(stage) {
      const visitor = await stage.visitor();
      await visitor.seePlans();
      await visitor.pay();
      await visitor.answer("insufficient");
      await visitor.page.getByText("Payment Unsuccessful").first().waitFor();
      return visitor;
    },
  },
  {
    name: "portal-connected",
    async show(stage) {
      const visitor = await stage.visitor();
      await visitor.seePlans();
      await visitor.pay();
      await visitor.answer("paid");
      await visitor.page.locator("a.button-main[href*='/connected']").click();
      await visitor.page.waitForURL(/\/connected/);
      await visitor.page.locator(".left-time").waitFor();
      return visitor;
    },
  },
  {
    name: "portal-used-up",
    show: (stage) => usedUp(stage),
  },
  {
    name: "portal-top-up",
    async show(stage) {
      const visitor = await usedUp(stage);
      await askForMore(visitor);
      return visitor;
    },
  },
  {
    name: "portal-top-up-swahili",
    async show(stage) {
      const visitor = await usedUp(stage, "sw-KE");
      await askForMore(visitor);
      return visitor;
    },
  },
  {
    name: "portal-add-device",
    async show(stage) {
      const visitor = await stage.visitor();
      await visitor.seePlans();
      await visitor.pay("Week for two");
      await visitor.answer("paid");
      await visitor.page.locator("a.button-main[href*='/connected']").click();
      await visitor.page.locator(".left-time").waitFor();
      await visitor.page.getByRole("link", { name: "Add a TV or another device" }).click();
      await visitor.page.getByRole("heading", { name: "Which device is it?" }).waitFor();
      return visitor;
    },
  },
  {
    name: "portal-connected-swahili",
    async show(stage) {
      const visitor = await stage.visitor({ language: "sw-KE" });
      await visitor.seePlans();
      await visitor.pay();
      await visitor.answer("paid");
      await visitor.page.locator("a.button-main[href*='/connected']").click();
      await visitor.page.waitForURL(/\/connected/);
      await visitor.page.locator(".left-time").waitFor();
      return visitor;
    },
  },
  {
    name: "portal-claim",
    async show(stage) {
      const visitor = await stage.visitor();
      await visitor.page.goto(visitor.address("/claim"));
      return visitor;
    },
  },
  {
    name: "portal-404",
    async show(stage) {
      const visitor = await stage.visitor();
      await visitor.page.goto(visitor.address("/no-such-page"));
      return visitor;
    },
  },
];

/** On a phone whose owner enlarges all pages to twice their size. */
const enlarged = (screen: Screen<PortalVisitor>): Screen<PortalVisitor> => ({
  ...screen,
  name: screen.name.replace("portal-", "portal-enlarged-"),
  only: { width: 180, height: 320, theme: "light" },
});

export const portalScreens = [...states, ...states.map(enlarged)];
