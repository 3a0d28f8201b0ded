import { Group, Stack, TextInput, Title } from "@mantine/core";
import { IconPlus, IconServer2 } from "@tabler/icons-react";
import { useState } from "react";
import type { TunnelHost } from "#contract/tunnels";
import { confirmAction } from "../../console/confirm-action.tsx";
import { InstallBridge } from "../../console/install-bridge.tsx";
import { Hint, PlainList, SecondaryButton, StatusMark } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Empty, Loaded, LoadingRows } from "../../console/loaded.tsx";
import { MachineCard } from "../../console/machine-card.tsx";
import { toastFailure, toastSuccess } from "../../console/toast.tsx";
import { callApi, polled, useAct, useList, useRead } from "../api.ts";

const rereads = ["/api/superadmin/tunnel-hosts", "/api/superadmin/bridges", "/api/superadmin/routers"];

/** The machines at which the tunnels of routers end that have no computer at their site. */
export function TunnelHosts() {
  const hosts = useRead("listTunnelHosts", {}, polled(30_000));
  const [adding, setAdding] = useState(false);
  const add = (
    <SecondaryButton mih={44} icon={IconPlus} onClick={() => setAdding(true)}>
      {t("Set up a host")}
    </SecondaryButton>
  );
  return (
    <Stack component="section" gap="sm" aria-labelledby="tunnel-hosts">
      <Group justify="space-between" gap="sm">
        <div>
          <Title order={2} size="h3" id="tunnel-hosts">
            {t("Hosts")}
          </Title>
          <Hint>
            {t(
              "Routers without a computer at their site come in here through a tunnel. Have two: each takes over from the other within 30 seconds.",
            )}
          </Hint>
        </div>
        {(hosts.data?.length ?? 0) > 0 ? add : null}
      </Group>
      <Loaded
        query={hosts}
        loading={<LoadingRows rows={2} height={92} label={t("Loading hosts …")} />}
        failed={{ title: t("Error Loading Hosts"), text: t("Failed to load hosts.") }}
      >
        {(all) =>
          all.length === 0 ? (
            <Empty
              icon={<IconServer2 aria-hidden />}
              title={t("No host yet")}
              text={t("With one, a provider sets a router up by one line and needs no computer at the site.")}
              action={add}
            />
          ) : (
            <PlainList gap="xs" aria-label={t("Hosts")}>
              {all.map((host) => (
                <HostCard key={host.id} host={host} />
              ))}
            </PlainList>
          )
        }
      </Loaded>
      {adding ? <SetUpHost onClose={() => setAdding(false)} /> : null}
    </Stack>
  );
}

function HostCard({ host }: { host: TunnelHost }) {
  const { id, name, address, routers, strangers, bridgeId } = host;
  const [again, setAgain] = useState(false);
  const remove = useAct("removeTunnelHost", rereads);
  const run = () =>
    remove
      .mutateAsync({ params: { id } })
      .then(
        ({ message }) => toastSuccess(t("Host removed"), message),
        toastFailure(t("Remove Failed"), t("Failed to remove the host")),
      );
  const ask = () =>
    confirmAction({
      title: t("Remove {name}?", { name }),
      text: t(
        "Another host drives its routers from then on. They keep a tunnel to it until they are set up again.",
      ),
      action: t("Remove host"),
      onYes: () => void run(),
    });
  return (
    <MachineCard
      machine={host}
      about={`${address} · ${t("Drives {count} routers", { count: routers })}`}
      act={{
        word: t("Remove"),
        name: t("Remove {name}", { name }),
        isPending: remove.isPending,
        onClick: ask,
      }}
    >
      {bridgeId === null ? (
        <>
          <Hint>{t("Its line was not run on its machine yet.")}</Hint>
          <Group>
            <SecondaryButton
              mih={44}
              aria-label={t("Show the line of {name}", { name })}
              onClick={() => setAgain(true)}
            >
              {t("Show the line")}
            </SecondaryButton>
          </Group>
        </>
      ) : null}
      {again ? <SetUpHost known={host} onClose={() => setAgain(false)} /> : null}
      {strangers === 0 ? null : (
        <StatusMark
          isPlain
          tone="wait"
          word={t(
            "{count, plural, one {# router has} other {# routers have}} no tunnel to it yet. “Set up router” makes it.",
            { count: strangers },
          )}
        />
      )}
    </MachineCard>
  );
}

const useBridges = () =>
  useList("listPlatformBridges", { query: { page: 1, pageSize: 10 } }, polled(3_000)).data?.rows;

/** @param known one that was named before, and whose line was not run */
function SetUpHost({ known, onClose }: { known?: TunnelHost; onClose: () => void }) {
  const [address, setAddress] = useState(known?.address ?? "");
  return (
    <InstallBridge
      title={t("Set up a host")}
      nameLabel={t("Name of the host")}
      {...(known ? { name: known.name } : {})}
      make={(name) => callApi("saveTunnelHost", { body: { name, address } })}
      useBridges={useBridges}
      about={t(
        "A small machine with Debian 12 or newer and a public address. Open UDP ports 51820 and 1194 and TCP port 1194 to it; nothing else comes in.",
      )}
      choice={
        <TextInput
          label={t("Public address of the machine")}
          description={t(
            "Where routers reach it: a name in DNS, or IPv4. A name lets another machine take its place.",
          )}
          placeholder="vpn1.mlango.app"
          maxLength={253}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
      }
      connected={t("Providers can set routers up by one line from now on.")}
      onClose={onClose}
    />
  );
}
