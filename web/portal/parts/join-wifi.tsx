import type { ReactElement } from "react";
import { hopAddress } from "#contract/values/voucher-link";
import { usePortal } from "../portal-context.ts";

/** For a voucher in a phone that came without its device address: on the WiFi the button brings it, elsewhere this says where to go. */
export function JoinWifi({ code }: { code: string }): ReactElement {
  const { page, words } = usePortal();
  return (
    <>
      <h1>{words.join.title}</h1>
      <p className="next">{words.join.text(page.brand.companyName)}</p>
      <p className="next join-code">
        {words.join.code}: <strong>{code}</strong>
      </p>
      <a className="button button-main" href={hopAddress(code)}>
        {words.join.onWifi}
      </a>
      <p className="next">{words.join.next}</p>
    </>
  );
}
