import type { ReactElement } from "react";
import type { Voucher } from "#contract/vouchers";
import { PrintSheet } from "../../console/print-sheet.tsx";
import type { PaperWidth, SheetTemplate } from "./sheet-template.ts";
import classes from "./voucher-sheet.module.css";
import { type SlipShop, VoucherSlip } from "./voucher-slip.tsx";

const papers: Record<PaperWidth, string | undefined> = {
  a4: classes.a4,
  80: classes.roll,
  58: classes.roll58,
};

/** Prints these vouchers as soon as it is mounted: 28 on an A4 page, or one below the other on a roll. */
export function VoucherSheet(props: {
  vouchers: readonly Voucher[];
  template: SheetTemplate;
  shop: SlipShop;
  onDone: () => void;
}): ReactElement {
  const { vouchers, template, shop, onDone } = props;
  return (
    <PrintSheet paper={template.paper === "a4" ? "a4" : "roll"} onDone={onDone}>
      <div className={`${classes.sheet} ${papers[template.paper]}`}>
        {vouchers.map((voucher) => (
          <VoucherSlip key={voucher.id} voucher={voucher} template={template} shop={shop} />
        ))}
      </div>
    </PrintSheet>
  );
}
