import type { ReactElement } from "react";
import { hopHost } from "#contract/values/voucher-link";
import { usePortal } from "../portal-context.ts";
import { deviceMark } from "./device-mark.ts";

/**
 * Which device goes online, before anything is paid: the address of this page named it, and anybody can write one or put it
 * into a QR code. Asked for from the hotspot itself, the router says which device this really is, and brings it back here.
 */
export function ForDevice(): ReactElement | null {
  const { page, messages } = usePortal();
  if (page.mac === null) return null;
  const { device, other } = messages.buy;
  return (
    <p className="next">
      {device(deviceMark(page.mac))}{" "}
      <a className="text-link" href={`http://${hopHost}/`}>
        {other}
      </a>
    </p>
  );
}
