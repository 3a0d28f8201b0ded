import { speedText } from "#contract/values/speed";
import type { Voucher } from "#contract/vouchers";
import { dateTime } from "../../console/format.ts";
import { language, t } from "../../console/language.ts";
import { PrintSheet } from "../../console/print-sheet.tsx";
import { QrCode } from "../../console/qr-code.tsx";
import { openHours, planDuration, slowing } from "../plans/format-plan.ts";
import { counterPrice, planName, redeemAddress } from "./format-voucher.ts";
import type { PaperWidth, SheetTemplate } from "./sheet-template.ts";
import classes from "./voucher-sheet.module.css";

/** How vouchers are laid out on it. */
export const layoutOf = (paper: PaperWidth): string | undefined =>
  paper === "a4" ? classes.a4 : classes.roll;

/** Prints these vouchers as soon as it is mounted: 28 on an A4 page, or each as long as it is on a roll. */
export function VoucherSheet(props: {
  vouchers: readonly Voucher[];
  template: SheetTemplate;
  shop: SlipShop;
  onDone: () => void;
}) {
  const { vouchers, template, shop, onDone } = props;
  return (
    <PrintSheet paper={template.paper} onDone={onDone}>
      <div className={`${classes.sheet} ${layoutOf(template.paper)}`}>
        {vouchers.map((voucher) => (
          <VoucherSlip key={voucher.id} voucher={voucher} template={template} shop={shop} />
        ))}
      </div>
    </PrintSheet>
  );
}

export type SlipShop = {
  company: string;
  origin: string;
  /** Empty: none is set. */
  phone: string;
  logo: string;
};

/** As on the visitor's page, in KES: what was promised when the voucher was made. */
function slipLines({ plan }: Voucher, template: SheetTemplate): string[] {
  if (!plan) return [];
  return [
    planDuration(plan.durationHours),
    ...(template.price ? [counterPrice(plan)] : []),
    ...(template.speed ? [speedText(plan.speedMbps)] : []),
    ...(plan.dataLimitGB === null ? [] : [t("{amount} GB data", { amount: plan.dataLimitGB })]),
    ...slowing(plan),
    ...openHours(plan),
    ...(plan.devices > 1 ? [t("{devices} devices", { devices: plan.devices })] : []),
    // A plan is often called by its duration.
  ].filter((line) => line !== plan.name);
}

export function VoucherSlip(props: { voucher: Voucher; template: SheetTemplate; shop: SlipShop }) {
  const { voucher, template, shop } = props;
  return (
    <article className={classes.slip} data-voucher={voucher.code} data-print-piece>
      {template.company ? <Shop {...shop} /> : null}
      <div className={classes.middle}>
        {template.qr ? (
          <QrCode text={redeemAddress(shop.origin, voucher.code)} className={classes.qr} />
        ) : null}
        <div className={classes.gives}>
          <p className={classes.plan}>{planName(voucher)}</p>
          {slipLines(voucher, template).map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      </div>
      <p className={classes.code}>{voucher.code}</p>
      {template.paper === "a4" ? (
        <p className={classes.how}>
          {template.ssid ? `${t("WiFi: {name}", { name: template.ssid })} · ` : null}
          {template.qr
            ? t("Scan this, or open any page and type the code")
            : t("Open any page and type the code")}
        </p>
      ) : (
        <>
          <p className={classes.step}>
            {template.ssid
              ? t("1. Join the WiFi {name}", { name: template.ssid })
              : t("1. Join the WiFi of this place")}
          </p>
          <p className={classes.step}>
            {template.qr
              ? t("2. Scan this, or open any page and type the code")
              : t("2. Open any page and type the code")}
          </p>
        </>
      )}
      {voucher.expiresAt === null ? null : (
        <p className={classes.small}>
          {t("Redeem before {when}", { when: dateTime(voucher.expiresAt, language()) })}
        </p>
      )}
    </article>
  );
}

/** Whose it is and who helps, in one line: paper is paid for, and a slip with both is no longer than without. */
function Shop({ company, phone, logo }: SlipShop) {
  return (
    <div className={classes.shop}>
      {logo ? <img className={classes.logo} src={logo} alt="" /> : null}
      <p className={classes.company}>{company}</p>
      {phone ? <p className={classes.phone}>{phone}</p> : null}
    </div>
  );
}
