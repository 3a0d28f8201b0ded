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
Environment=BRIDGE_DIR=${state}
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
