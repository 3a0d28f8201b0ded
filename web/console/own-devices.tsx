import { Group, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconDeviceDesktopPlus, IconTrash } from "@tabler/icons-react";
import { type UseQueryResult, useMutation } from "@tanstack/react-query";
import type { OwnDevice } from "#contract/own-devices";
import { parseMac } from "#contract/values/mac";
import { IconButton } from "./icon-button.tsx";
import { Button, Hint, PlainList } from "./kit.tsx";
import { t } from "./language.ts";
import { Loaded, LoadingRows } from "./loaded.tsx";
import { toastSuccess } from "./toast.tsx";
import { useSubmit } from "./use-submit.ts";

type OfRouter = { params: { id: string } };

export type OwnDevicesCalls = {
  useRead: (name: "readOwnDevices", of: OfRouter) => UseQueryResult<OwnDevice[]>;
  callApi: (
    name: "saveOwnDevices",
    of: OfRouter & { body: { devices: OwnDevice[] } },
  ) => Promise<OwnDevice[]>;
};

/** A provider's own devices behind a router's hotspot: they pass without paying. */
export function OwnDevices({ router, calls }: { router: { id: string }; calls: OwnDevicesCalls }) {
  const devices = calls.useRead("readOwnDevices", { params: { id: router.id } });
  return (
    <Stack gap="sm" component="section" aria-label={t("Own devices")}>
      <div>
        <Text fw={600}>{t("Own devices")}</Text>
        <Hint>
          {t("Your till, printer, camera or phone behind the hotspot: they are online without paying.")}
        </Hint>
      </div>
      <Loaded
        query={devices}
        loading={<LoadingRows rows={1} height={44} label={t("Loading your own devices …")} />}
        failed={{ title: t("Error Loading Own Devices"), text: t("Failed to load your own devices.") }}
      >
        {(data) => (
          <Listed router={router} calls={calls} devices={data} reread={() => void devices.refetch()} />
        )}
      </Loaded>
    </Stack>
  );
}

type ListedProps = {
  router: { id: string };
  calls: OwnDevicesCalls;
  devices: readonly OwnDevice[];
  reread: () => void;
};

function Listed({ router, calls, devices, reread }: ListedProps) {
  const save = useMutation({
    mutationFn: (next: OwnDevice[]) =>
      calls.callApi("saveOwnDevices", { params: { id: router.id }, body: { devices: next } }),
  });
  const saving = useSubmit(save, { text: t("Failed to save your own devices") });
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { name: "", mac: "" },
    validate: {
      name: (name) => (name.trim() === "" ? t("Name the device") : null),
      mac: (mac) => {
        const parsed = parseMac(mac);
        if (parsed === undefined) return t("Enter its MAC address, for example 02:11:22:33:44:55");
        return devices.some((one) => one.mac === parsed) ? t("This device is on the list already") : null;
      },
    },
  });
  const send = (next: OwnDevice[], said: string) =>
    saving.send(next, () => {
      toastSuccess(said);
      form.reset();
      reread();
    });
  const add = form.onSubmit(({ name, mac }) =>
    send([...devices, { name: name.trim(), mac: parseMac(mac) ?? mac }], t("{name} passes now", { name })),
  );
  const remove = ({ mac, name }: OwnDevice) =>
    send(
      devices.filter((one) => one.mac !== mac),
      t("{name} has to pay now", { name }),
    );
  return (
    <>
      {devices.length === 0 ? null : (
        <PlainList gap="xs" aria-label={t("Own devices")}>
          {devices.map((device) => (
            <li key={device.mac}>
              <Group justify="space-between" wrap="nowrap" gap="xs">
                <div>
                  <Text size="sm" style={{ overflowWrap: "anywhere" }}>
                    {device.name}
                  </Text>
                  <Hint>{device.mac}</Hint>
                </div>
                <IconButton
                  name={t("Remove {name}", { name: device.name })}
                  icon={IconTrash}
                  disabled={save.isPending}
                  onClick={() => remove(device)}
                />
              </Group>
            </li>
          ))}
        </PlainList>
      )}
      <form onSubmit={add} noValidate>
        <Group align="flex-start" gap="xs">
          <TextInput
            label={t("Name")}
            placeholder={t("Till")}
            maxLength={60}
            flex="1 1 140px"
            key={form.key("name")}
            {...form.getInputProps("name")}
          />
          <TextInput
            label={t("MAC address")}
            placeholder="02:11:22:33:44:55"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            maxLength={20}
            flex="1 1 180px"
            key={form.key("mac")}
            {...form.getInputProps("mac")}
          />
          <Button type="submit" mih={44} mt={24} icon={IconDeviceDesktopPlus} loading={save.isPending}>
            {t("Let it pass")}
          </Button>
        </Group>
        {saving.error === null ? null : (
          <Text c="red" size="sm" role="alert" mt="xs">
            {saving.error}
          </Text>
        )}
      </form>
    </>
  );
}
