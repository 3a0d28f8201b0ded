import { updateWish } from "../../../contract/bridge-release.ts";

/** Ended because the server revoked it (`bridge/main.ts`): starting it again would not help. */
const revokedExit = 78;

type Service = {
  /** Absolute, with its arguments. */
  command: string;
  state: string;
  user: string;
  /** What it may cost its machine at most. */
  memoryMax: string;
  /** Another line of its section; may be empty. */
  more: string;
};

/** It needs the network and its state folder and may touch nothing else. */
export function systemdUnit({ command, state, user, memoryMax, more }: Service): string {
  return `[Unit]
Description=Mlango bridge
Wants=network-online.target
After=network-online.target
StartLimitIntervalSec=0

[Service]
User=${user}
Environment=BRIDGE_DIR=${state} MLANGO_UPDATES=service
${more}
ExecStart=${command}
Restart=always
RestartSec=2
RestartPreventExitStatus=${revokedExit}
TimeoutStopSec=15
MemoryMax=${memoryMax}
UMask=0077
NoNewPrivileges=yes
CapabilityBoundingSet=
ProtectSystem=strict
ProtectHome=yes
ReadWritePaths=${state}
PrivateTmp=yes
PrivateDevices=yes
ProtectClock=yes
ProtectHostname=yes
ProtectControlGroups=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_NETLINK AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native

[Install]
WantedBy=multi-user.target
`;
}

/**
 * The bridge may not replace itself, and may ask for it: its wish starts the updater, which is root's and takes what is signed alone. It
 * outlives the bridge that it ends.
 */
export function updateUnits(command: string, state: string): { path: string; service: string } {
  const wish = `${state}/${updateWish}`;
  return {
    path: `[Unit]
Description=Mlango bridge asks to be updated

[Path]
PathExists=${wish}

[Install]
WantedBy=multi-user.target
`,
    service: `[Unit]
Description=Mlango bridge update
Wants=network-online.target
After=network-online.target

[Service]
Type=oneshot
ExecStartPre=/bin/rm -rf ${wish}
ExecStart=${command} update
TimeoutStartSec=900
`,
  };
}
