import { Group, Stack, Text, TextInput } from "@mantine/core";
import { IconDeviceDesktopPlus, IconTrash } from "@tabler/icons-react";
import { type UseQueryResult, useMutation } from "@tanstack/react-query";
import type { OwnDevice } from "#contract/own-devices";
import { parseMac } from "#contract/values/mac";
import { useCallForm } from "./call-form.ts";
import { IconButton } from "./icon-button.tsx";
import { Button, Hint, PlainList } from "./kit.tsx";
import { t } from "./language.ts";
import { Loaded, LoadingRows } from "./loaded.tsx";
import { toastFailure, toastSuccess } from "./toast.tsx";

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
  const last = `devices.${devices.length}`;
  const { form, submit, error } = useCallForm({
    initialValues: { name: "", mac: "" },
    body: ({ name, mac }) => [...devices, { name: name.trim(), mac: parseMac(mac) ?? mac }],
    send: (body) => save.mutateAsync(body),
    failure: { text: t("Failed to save your own devices") },
    fieldOf: { [`${last}.name`]: "name", devices: "mac" },
    onDone: (_, { name }) => {
      toastSuccess(t("{name} passes now", { name }));
      form.reset();
      reread();
    },
  });
  const remove = ({ mac, name }: OwnDevice) =>
    save
      .mutateAsync(devices.filter((one) => one.mac !== mac))
      .then(() => {
        toastSuccess(t("{name} has to pay now", { name }));
        reread();
      })
      .catch(toastFailure(t("Not changed"), t("Failed to save your own devices")));
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
                  onClick={() => void remove(device)}
                />
              </Group>
            </li>
          ))}
        </PlainList>
      )}
      <form onSubmit={submit} noValidate>
        <Group align="flex-start" gap="xs">
          <TextInput
            label={t("Name")}
            placeholder={t("Till")}
            maxLength={60}
            flex="1 1 140px"
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
            {...form.getInputProps("mac")}
          />
          <Button type="submit" mih={44} mt={24} icon={IconDeviceDesktopPlus} loading={save.isPending}>
            {t("Let it pass")}
          </Button>
        </Group>
        {error === null ? null : (
          <Text c="red" size="sm" role="alert" mt="xs">
            {error}
          </Text>
        )}
      </form>
    </>
  );
}
