import { type ReactElement, useEffect } from "react";
import { hopAddress } from "#contract/values/voucher-link";
import { browserPolling, onMobileData } from "../browser-ports.ts";
import { usePortal } from "../portal-context.ts";
import { hopOnce } from "../voucher-hop.ts";
import { voucherWithoutDevice } from "../voucher-without-device.ts";

/** For a voucher in a phone that came without its device address: on the WiFi the button brings it, elsewhere this says where to go. */
export function JoinWifi(): ReactElement {
  const { page, messages } = usePortal();
  const code = voucherWithoutDevice(page) ?? "";
  useEffect(
    () =>
      hopOnce(page, {
        path: location.pathname,
        query: location.search,
        mobileData: onMobileData(),
        replaceAddress: (address) => history.replaceState(null, "", address),
        open: (address) => location.assign(address),
        stop: () => window.stop(),
        after: browserPolling.after,
      }),
    [page],
  );
  return (
    <>
      <h1>{messages.join.title}</h1>
      <p className="next">{messages.join.text(page.brand.companyName)}</p>
      <p className="next join-code">
        {messages.join.code}: <strong>{code}</strong>
      </p>
      <a className="button button-main" href={hopAddress(code)}>
        {messages.join.onWifi}
      </a>
      <p className="next">{messages.join.next}</p>
    </>
  );
}
