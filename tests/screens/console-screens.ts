import type { Screen, Stage } from "./stage.ts";

/** A page of the provider console whose lists have been read. */
const at = (name: string, path: string, ready?: string): Screen => ({
  name: `console-${name}`,
  async show(stage: Stage) {
    const admin = await stage.admin(path);
    if (ready !== undefined) await admin.page.getByText(ready).first().waitFor();
    await admin.page.locator(".mantine-Skeleton-root").first().waitFor({ state: "detached" });
    return admin;
  },
});

/** The provider console: its pages with what a provider's days leave behind, and their other states. */
export const consoleScreens: Screen[] = [
  {
    name: "console-log-in",
    async show(stage) {
      return stage.admin("/admin", { signedIn: false });
    },
  },
  {
    name: "console-log-in-failed",
    async show(stage) {
      const admin = await stage.admin("/admin", { signedIn: false });
      await admin.logIn({ username: "nobody.at.all", password: "not the password" });
      await admin.page.getByRole("alert").first().waitFor();
      return admin;
    },
  },
  at("dashboard", "/admin/dashboard", "Total Revenue"),
  {
    name: "console-menu",
    async show(stage) {
      const admin = await stage.admin("/admin/dashboard");
      await admin.page.setViewportSize({ width: 360, height: 640 });
      await admin.page.getByRole("button", { name: "More" }).click();
      await admin.page.getByRole("dialog").waitFor();
      return admin;
    },
  },
  at("plans", "/admin/plans"),
  at("users", "/admin/users"),
  at("payments", "/admin/payments"),
  at("routers", "/admin/routers"),
  at("reports", "/admin/reports"),
  at("settings", "/admin/settings"),
  at("vouchers", "/admin/vouchers"),
  at("profile", "/admin/profile"),
];
