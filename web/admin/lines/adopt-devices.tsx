import { Checkbox, Select } from "@mantine/core";
import { IconLine } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef } from "react";
import type { DeviceNetwork } from "#contract/line-devices";
import { useCallForm } from "../../console/call-form.ts";
import { Hint, Warning } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Empty, Loaded, LoadingRows } from "../../console/loaded.tsx";
import { keptFor, useAct, useRead } from "../api.ts";
import { type AdoptForm, type Adopting, PaidUntil } from "./adopt-choice.tsx";
import {
  type Adoptable,
  type AdoptedRow,
  AdoptedRows,
  bodyOf,
  canBringIn,
  chosenOf,
  endOfMonth,
  rowsOf,
  Totals,
} from "./adopted-rows.tsx";
import { linesPath, packagesPath } from "./format-line.ts";

/** Devices that a network of a router has already, by its leases: they keep their addresses, and the network is closed. */
export function useAdoptDevices({ packages: packagesQuery, routerId, isShown, onDone }: Adopting): AdoptForm {
  const networksPath = `/api/admin/routers/${routerId}/networks`;
  const networks = useRead(
    "readNetworks",
    { params: { id: routerId } },
    { ...keptFor(60_000), enabled: isShown && routerId !== "" },
  );
  const adopt = useAct("adoptDevices", [linesPath, packagesPath, networksPath]);
  const packages = packagesQuery.data ?? [];
  const { form, modal } = useCallForm({
    initialValues: { until: endOfMonth(Date.now()), network: "", closes: false, rows: [] as AdoptedRow[] },
    body: ({ until, network, closes, rows }) => ({
      network,
      closes,
      devices: chosenOf(rows).map((row) => ({ mac: row.one.key, ...bodyOf(row, until) })),
    }),
    send: (body, key) => adopt.mutateAsync({ params: { id: routerId }, body, key }),
    failure: { text: t("Not saved. Please try again.") },
    fieldOf: { devices: "until" },
    onDone,
  });
  const { setFieldValue } = form;
  const { rows, network: name, closes } = form.values;
  const all = networks.data?.networks ?? [];
  const open = all.filter(({ hindrance }) => hindrance === null);
  const network = open.find((one) => one.name === name) ?? (open.length === 1 ? open[0] : undefined);
  const known = packagesQuery.data;
  const place = `${routerId} ${network?.name ?? ""}`;
  const shown = useRef(place);
  useEffect(() => {
    // Another network is another question, with other devices.
    const isSame = shown.current === place;
    shown.current = place;
    if (!isSame) setFieldValue("closes", false);
    setFieldValue("network", network?.name ?? "");
    setFieldValue("rows", (before) =>
      network && known ? rowsOf(network.devices.map(adoptableOf), known, isSame ? before : []) : [],
    );
  }, [place, network, known, setFieldValue]);
  const isAgreed = network?.isClosed === true || closes;
  const body = (
    <>
      <Hint>
        {t(
          "Devices become lines with the addresses that they have. Fixed leases stay as they are; lent ones become fixed.",
        )}
      </Hint>
      {routerId === "" ? null : (
        <Loaded
          query={networks}
          loading={<LoadingRows rows={5} height={64} label={t("The router is read …")} />}
          failed={{ title: t("The router was not read"), text: t("Please try again.") }}
        >
          {({ left }) => (
            <>
              <Select
                label={t("Network")}
                description={
                  open.length > 0 ? null : t("No network of this router can have one. Each says why.")
                }
                allowDeselect={false}
                data={all.map(({ name, addresses, hindrance }) => ({
                  value: name,
                  label: [name, addresses[0] ?? "", ...(hindrance === null ? [] : [hindrance])].join(" · "),
                  disabled: hindrance !== null,
                }))}
                {...form.getInputProps("network")}
                onChange={(name) => setFieldValue("network", name ?? "")}
              />
              {network === undefined ? null : rows.length === 0 ? (
                <Empty
                  icon={<IconLine size={28} aria-hidden />}
                  title={t("No device there")}
                  text={t("The router knows no device in this network. Add lines one by one.")}
                />
              ) : (
                <>
                  <PaidUntil {...form.getInputProps("until")} />
                  <Totals rows={rows} packages={packages} left={left} />
                  {network.isClosed ? null : (
                    <Closing network={network} rows={rows}>
                      <Checkbox
                        mt="sm"
                        label={t("Close {network}", { network: network.name })}
                        {...form.getInputProps("closes", { type: "checkbox" })}
                      />
                    </Closing>
                  )}
                  <AdoptedRows
                    label={t("Devices of a network")}
                    rows={rows}
                    packages={packages}
                    onChange={(index, row) => setFieldValue(`rows.${index}`, row)}
                  />
                </>
              )}
            </>
          )}
        </Loaded>
      )}
    </>
  );
  return {
    modal,
    body,
    count: chosenOf(rows).length,
    isReady: canBringIn(rows, packages) && isAgreed,
  };
}

/** Who is offline by it, before it is done. */
function Closing(props: { network: DeviceNetwork; rows: readonly AdoptedRow[]; children: ReactNode }) {
  const { network, rows, children } = props;
  const chosen = new Set(chosenOf(rows).map(({ one }) => one.key));
  const others = network.devices.filter(({ mac, isLine }) => !isLine && !chosen.has(mac));
  const where = `${network.name} (${network.addresses.join(", ")})`;
  return (
    <Warning title={t("This network is closed with its first device")}>
      {t(
        "{count, plural, =0 {From now on only devices that are paid have internet in {where}. All that the router knows there are chosen.} one {From now on only devices that are paid have internet in {where}. # device is not chosen: it reaches the pay page alone. There now: {there}.} other {From now on only devices that are paid have internet in {where}. # devices are not chosen: they reach the pay page alone. There now: {there}.}}",
        { count: others.length, there: others.filter(({ isThere }) => isThere).length, where },
      )}
      {children}
    </Warning>
  );
}

function adoptableOf(device: DeviceNetwork["devices"][number]): Adoptable {
  const { mac, address, name, comment, isThere, uploadMbps, downloadMbps, customer, hindrance } = device;
  const shown = { key: mac, title: name ?? mac, uploadMbps, downloadMbps, customer, hindrance };
  return {
    ...shown,
    // Who is away, and of whom the owner wrote nothing, may be a visitor of last week.
    isUsual: isThere || comment !== "",
    facts: [address, isThere ? t("there now") : t("away")],
  };
}
