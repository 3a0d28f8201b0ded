import type { Voucher } from "#contract/vouchers";
import { t } from "../../console/language.ts";
import { share, whatsAppAddress } from "../../console/share.ts";
import { toastError, toastSuccess } from "../../console/toast.tsx";
import { planName, redeemAddress } from "./format-voucher.ts";
import type { SlipShop } from "./voucher-sheet.tsx";

export function textOf(vouchers: readonly Voucher[], shop: SlipShop): { text: string; url: string } {
  const [only, ...more] = vouchers;
  if (only && more.length === 0)
    return {
      text: t("Your voucher for {plan} at {company}: {code}\nJoin the WiFi and enter the code:", {
        plan: planName(only),
        company: shop.company,
        code: only.code,
      }),
      url: redeemAddress(shop.origin, only.code),
    };
  const codes = vouchers.map((voucher) => `${voucher.code} (${planName(voucher)})`).join("\n");
  return {
    text: t("Vouchers of {company}:\n{codes}\nJoin the WiFi and enter a code:", {
      company: shop.company,
      codes,
    }),
    url: shop.origin,
  };
}

export function byWhatsApp(voucher: Voucher, shop: SlipShop): string {
  const { text, url } = textOf([voucher], shop);
  return whatsAppAddress(`${text}\n${url}`);
}

/** Through the phone's own sharing, else WhatsApp, else the clipboard. Call it right from a press. */
export async function shareVouchers(vouchers: readonly Voucher[], shop: SlipShop): Promise<void> {
  const title = vouchers.length === 1 ? t("WiFi voucher") : t("WiFi vouchers");
  try {
    const how = await share({ title, ...textOf(vouchers, shop) });
    if (how === "copied") toastSuccess(t("Copied"), t("Paste it where you want to send it."));
  } catch (cause) {
    console.warn("sharing", cause);
    toastError(t("Not shared"), t("Copy the code and send it yourself."));
  }
}
