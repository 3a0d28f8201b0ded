import type { ReactElement } from "react";
import { homeAddress } from "../addresses.ts";
import { JoinWifi } from "../parts/join-wifi.tsx";
import { PayForms } from "../parts/pay-forms.tsx";
import { usePortal } from "../portal-context.ts";
import { voucherWithoutDevice } from "../voucher-without-device.ts";

/** The payment form as a page of its own: what the dialog is without scripts. */
export function BuyScreen(): ReactElement {
  const { page, flow, messages } = usePortal();
  return (
    <div className="card card-form">
      {voucherWithoutDevice(page) === null ? (
        <>
          <h1>{messages.buy.title}</h1>
          {flow.form ? <PayForms form={flow.form} /> : null}
        </>
      ) : (
        <JoinWifi />
      )}
      <a className="text-link back" href={homeAddress(page, flow.form?.planId)}>
        {messages.buy.back}
      </a>
    </div>
  );
}
