/** Ended because the server revoked it (`bridge/main.ts`): starting it again would not help. */
const revokedExit = 78;

/** What the service may cost a small machine at most; a heap of 48 MB (`install-script.ts`) and Node itself fit well. */
const memoryMax = "128M";

/** It needs the network and its state folder and may touch nothing else. @param command absolute, with its arguments */
export function systemdUnit(command: string, state: string, user: string): string {
  return `[Unit]
Description=Mlango bridge
Wants=network-online.target
After=network-online.target
StartLimitIntervalSec=0

[Service]
User=${user}
Environment=BRIDGE_DIR=${state}
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
