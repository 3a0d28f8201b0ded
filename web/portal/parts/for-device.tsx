import { hopHost } from "#contract/values/voucher-link";
import { usePortal } from "../portal-context.ts";
import { deviceMark } from "./device-mark.ts";

/** The device that will go online: the address may name any, the router corrects it. */
export function ForDevice() {
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
