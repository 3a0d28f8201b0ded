import { Checkbox, Select, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useEffect } from "react";
import type { DeviceNetwork } from "#contract/line-devices";
import { parseMac } from "#contract/values/mac";
import { Hint, Warning } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { isMissing, LoadingRows, Missing } from "../../console/loaded.tsx";
import { keptFor, may, useRead } from "../api.ts";
import { plainText } from "./pppoe-password.tsx";

/** Of a form that makes a line of a device. */
export type DeviceValues = { mac: string; network: string; address: string; closes: boolean };

type Fields = DeviceValues & { routerId: string };

/** Which network it is in, and which device it is: one that the router sees there, or by its MAC address. */
export function DeviceFields<Form extends Fields>({ form }: { form: UseFormReturnType<Form> }) {
  const { routerId, network } = form.values;
  const read = useRead(
    "readNetworks",
    { params: { id: routerId } },
    { ...keptFor(60_000), enabled: routerId !== "" },
  );
  const set = form.setFieldValue as (field: keyof Fields, value: string | boolean) => void;
  const open = read.data?.networks.filter(({ hindrance }) => hindrance === null) ?? [];
  const only = open.length === 1 ? (open[0]?.name ?? "") : "";
  useEffect(() => {
    if (network === "" && only !== "") set("network", only);
  }, [network, only, set]);
  if (routerId === "") return <Hint>{t("Choose the router first.")}</Hint>;
  if (isMissing(read))
    return (
      <Missing query={read} failed={{ title: t("The router was not read"), text: t("Please try again.") }} />
    );
  if (!read.data) return <LoadingRows rows={2} height={56} label={t("The router is read …")} />;
  const chosen = read.data.networks.find(({ name }) => name === network);
  const seen = (chosen?.devices ?? []).filter(({ hindrance }) => hindrance === null);
  return (
    <>
      <Select
        label={t("Network")}
        description={open.length > 0 ? null : t("No network of this router can have one. Each says why.")}
        withAsterisk
        allowDeselect={false}
        data={read.data.networks.map(({ name, addresses, hindrance }) => ({
          value: name,
          label: [name, addresses[0] ?? "", ...(hindrance === null ? [] : [hindrance])].join(" · "),
          disabled: hindrance !== null,
        }))}
        {...form.getInputProps("network")}
        onChange={(name) => {
          set("network", name ?? "");
          set("closes", false);
        }}
      />
      {seen.length === 0 ? null : (
        <Select
          label={t("Seen there")}
          placeholder={t("Choose it, or type its MAC")}
          data={seen.map(({ mac, address, name, isThere }) => ({
            value: mac,
            label: [name ?? mac, address, ...(isThere ? [] : [t("away")])].join(" · "),
          }))}
          value={seen.find(({ mac }) => mac === parseMac(form.values.mac))?.mac ?? null}
          onChange={(mac) => set("mac", mac ?? "")}
        />
      )}
      <TextInput
        label={t("MAC address")}
        placeholder="02:11:22:33:44:55"
        withAsterisk
        maxLength={40}
        {...plainText}
        {...form.getInputProps("mac")}
      />
      <TextInput
        label={t("Address")}
        description={t("Nothing here: the one that it has, or one that is free.")}
        maxLength={15}
        inputMode="decimal"
        {...plainText}
        {...form.getInputProps("address")}
      />
      {chosen === undefined || chosen.isClosed ? null : <Closing network={chosen} form={form} />}
    </>
  );
}

/** What the first device of a network means for everybody else in it. */
function Closing<Form extends Fields>(props: { network: DeviceNetwork; form: UseFormReturnType<Form> }) {
  const { network, form } = props;
  const count = network.devices.filter(({ isThere }) => isThere).length;
  const where = `${network.name} (${network.addresses.join(", ")})`;
  if (!may("setNetwork"))
    return (
      <Warning title={t("This network is open")}>
        {t("Only an owner closes a network. Ask one to add its first device.")}
      </Warning>
    );
  return (
    <Warning title={t("This network is closed with its first device")}>
      {t(
        "{count, plural, =0 {From now on only devices that are paid have internet in {where}; everybody else reaches the pay page alone.} one {From now on only devices that are paid have internet in {where}. # device is there now: without a line it reaches the pay page alone.} other {From now on only devices that are paid have internet in {where}. # devices are there now: without a line they reach the pay page alone.}}",
        { count, where },
      )}
      <Checkbox
        mt="sm"
        label={t("Close {network}", { network: network.name })}
        {...form.getInputProps("closes", { type: "checkbox" })}
      />
    </Warning>
  );
}
