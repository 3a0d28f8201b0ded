import { t } from "../../console/language.ts";
import { PageHead } from "../../console/loaded.tsx";
import { PaymentList } from "../payments/payment-list.tsx";

export function PaymentsPage() {
  return (
    <>
      <PageHead
        title={t("Payments")}
        text={t("One provider's, or any by its receipt, the payer's phone or the transaction's id.")}
      />
      <PaymentList />
    </>
  );
}
