import type { ReactElement } from "react";
import type { Plan } from "#contract/plans";
import type { Voucher } from "#contract/vouchers";
import { dateTime } from "../../console/format.ts";
import { language, t } from "../../console/language.ts";
import { QrCode } from "../../console/qr-code.tsx";
import { planDuration, planPrice } from "../plans/format-plan.ts";
import { planName } from "./format-voucher.ts";
import { redeemAddress } from "./portal-link.ts";
import type { SheetTemplate } from "./sheet-template.ts";
import classes from "./voucher-sheet.module.css";

export type SlipShop = {
  company: string;
  origin: string;
  planOf: (id: string | undefined) => Plan | undefined;
};

/** One voucher on paper. */
export function VoucherSlip(props: {
  voucher: Voucher;
  template: SheetTemplate;
  shop: SlipShop;
}): ReactElement {
  const { voucher, template, shop } = props;
  const plan = shop.planOf(voucher.plan?.id);
  const lines = [
    plan ? planDuration(plan.durationHours) : null,
    plan && template.price ? `KES ${planPrice(plan.price)}` : null,
    plan && template.speed ? t("{speed} Mbps", { speed: plan.speedMbps }) : null,
    plan && plan.devices > 1 ? t("{devices} devices", { devices: plan.devices }) : null,
    // A plan is often called by its duration.
  ].filter((line) => line !== null && line !== voucher.plan?.name);
  return (
    <article className={classes.slip} data-voucher={voucher.code}>
      {template.company ? <p className={classes.company}>{shop.company}</p> : null}
      <div className={classes.middle}>
        {template.qr ? (
          <QrCode text={redeemAddress(shop.origin, voucher.code)} className={classes.qr} />
        ) : null}
        <div className={classes.gives}>
          <p className={classes.plan}>{planName(voucher)}</p>
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      </div>
      <p className={classes.code}>{voucher.code}</p>
      {template.ssid ? <p className={classes.small}>{t("WiFi: {name}", { name: template.ssid })}</p> : null}
      {voucher.expiresAt === null ? null : (
        <p className={classes.small}>
          {t("Redeem before {when}", { when: dateTime(voucher.expiresAt, language()) })}
        </p>
      )}
    </article>
  );
}
