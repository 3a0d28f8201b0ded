import type { Line } from "#contract/lines";
import { Fact } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";

/** The PPPoE name, or the device with its place. */
export function LineBy({ line: { login, device } }: { line: Line }) {
  if (device === null) return <Fact name={t("PPPoE name")}>{login}</Fact>;
  return (
    <>
      <Fact name={t("MAC address")}>{login}</Fact>
      <Fact name={t("Network")}>{device.network}</Fact>
      <Fact name={t("Address")}>{device.address}</Fact>
    </>
  );
}
