import type { PortalVisitor } from "../../support/site/portal-visitor.ts";
import type { Evidence } from "./evidence.ts";
import { atForm, atPlans, done, type World } from "./world.ts";

type Provoke = (world: World) => Promise<Evidence>;

/** What a call was sent, and nothing else happens. */
async function sentTo(visitor: PortalVisitor, path: string, act: () => Promise<void>): Promise<unknown> {
  let sent: Record<string, unknown> | null = null;
  await visitor.page.route(`**${path}`, async (route) => {
    sent = route.request().postDataJSON();
    await route.abort("failed");
  });
  await act();
  await visitor.page
    .locator(".toast, #phone-problem :text('Number'), #code-problem :text('Code')")
    .first()
    .waitFor();
  return sent;
}

const typedPhone =
  (typed: string): Provoke =>
  async (world) => {
    const visitor = await atForm(world);
    const sent = await sentTo(visitor, "/api/payment/initiate", () => visitor.sendPhone(typed));
    return done(visitor, { sent: (sent as { phoneNumber?: string } | null)?.phoneNumber ?? null });
  };

const typedVoucher =
  (typed: string): Provoke =>
  async (world) => {
    const visitor = await atPlans(world);
    await visitor.openVoucher();
    const sent = await sentTo(visitor, "/api/voucher/redeem", () => visitor.sendVoucher(typed));
    return done(visitor, { sent: (sent as { voucherCode?: string } | null)?.voucherCode ?? null });
  };

export const formProvocations = {
  async "payment dialog"(world) {
    const visitor = await atForm(world);
    const dialog = visitor.page.locator("dialog[open]");
    return done(visitor, {
      dialogTitle: await dialog.locator("h2").innerText(),
      tabs: (await dialog.getByRole("tab").allInnerTexts()).join(", "),
    });
  },

  async "voucher tab"(world) {
    const visitor = await atForm(world);
    await visitor.page.getByRole("tab", { name: "Voucher" }).click();
    await visitor.page.locator("#code").waitFor();
    return done(visitor);
  },

  "phone empty": typedPhone(""),
  "phone of 8 digits": typedPhone("71230000"),
  "phone of 13 digits": typedPhone("2547123000012"),
  "phone with 0": typedPhone("0712300001"),
  "phone of 9 digits": typedPhone("712300002"),
  "phone with 254": typedPhone("254712300003"),
  "phone with signs": typedPhone("+254 (712) 300-004"),
  "voucher empty": typedVoucher("   "),
  "voucher in small letters": typedVoucher("  abcde-23456 "),
} satisfies Record<string, Provoke>;
