import type { ReactElement } from "react";
import type { Voucher } from "#contract/vouchers";
import { useSheetTemplate } from "./sheet-template.ts";
import { VoucherSheet } from "./voucher-sheet.tsx";
import type { SlipShop } from "./voucher-slip.tsx";

/** Prints without a question, as it was printed last. */
export function PrintNow(props: {
  vouchers: readonly Voucher[];
  shop: SlipShop;
  onDone: () => void;
}): ReactElement {
  const [template] = useSheetTemplate();
  return <VoucherSheet {...props} template={template} />;
}
