import type { PortalPage } from "#contract/portal";
import { hopAddress } from "#contract/values/voucher-link";
import { homeAddress } from "../addresses.ts";
import { PayForms } from "../parts/pay-forms.tsx";
import { TopUpForm } from "../parts/top-up-form.tsx";
import { usePortal } from "../portal-context.ts";

export function BuyScreen() {
  const { page, flow, messages } = usePortal();
  return (
    <div className="card card-form">
      {voucherWithoutDevice(page) === null ? (
        <>
          <h1>{messages.buy.title}</h1>
          {flow.form ? (
            flow.form.isTopUp ? (
              <TopUpForm form={flow.form} />
            ) : (
              <PayForms form={flow.form} />
            )
          ) : null}
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

/** For a voucher in a phone that came without its device address: on the WiFi the button brings it, elsewhere this says where to go. */
export function JoinWifi() {
  const { page, messages } = usePortal();
  const code = voucherWithoutDevice(page) ?? "";
  return (
    <>
      <h1>{messages.join.title}</h1>
      <p className="next">{messages.join.text(page.brand.companyName)}</p>
      <p className="next join-code">
        {messages.join.code}: <strong>{code}</strong>
      </p>
      <a className="button button-main" href={hopAddress(code)}>
        {messages.home.onWifi}
      </a>
      <p className="next">{messages.join.next}</p>
    </>
  );
}

/** The code that waits for its device; null where the form can be sent, or something is wrong with it. */
function voucherWithoutDevice({ screen, mac }: Pick<PortalPage, "screen" | "mac">): string | null {
  const waits = screen.kind === "buy" && screen.tab === "voucher" && mac === null && screen.problem === null;
  return waits ? screen.voucherCode || null : null;
}
