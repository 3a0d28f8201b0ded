/** Where the helper of a host keeps its key and its peers, and where it listens. */
export const tunnelsFolder = "/var/lib/mlango-tunnels";
export const tunnelsSocket = "/run/mlango-tunnels/helper.sock";

/** The same of its OpenVPN, which runs as a user of its own. */
export const openvpnFolder = "/var/lib/mlango-openvpn";
export const openvpnUser = "mlango-openvpn";
const openvpnManagement = "/run/mlango-openvpn";

/** Of a bridge with routers of many providers; the heap is what \`npm run bench:bridge\` measured, with room to spare. */
export const hostHeapMb = 192;
export const hostMemoryMax = "384M";

/** The one service of a host that may change its network, and nothing else. Its tunnels outlive it: an update ends no connection. */
export function tunnelsUnit(command: string, group: string): string {
  return `[Unit]
Description=Mlango tunnels
Wants=network-online.target
After=network-online.target nftables.service
StartLimitIntervalSec=0

[Service]
ExecStart=${command} --folder ${tunnelsFolder} --socket ${tunnelsSocket} --group ${group} --openvpn ${openvpnFolder} --openvpn-management ${openvpnManagement} --openvpn-user ${openvpnUser}
Restart=always
RestartSec=2
TimeoutStopSec=15
KillMode=process
MemoryMax=128M
UMask=0077
RuntimeDirectory=mlango-tunnels wireguard
RuntimeDirectoryMode=0755
RuntimeDirectoryPreserve=yes
StateDirectory=mlango-tunnels
StateDirectoryMode=0700
ReadWritePaths=-${openvpnFolder}
NoNewPrivileges=yes
CapabilityBoundingSet=CAP_NET_ADMIN CAP_CHOWN
DeviceAllow=/dev/net/tun rw
DevicePolicy=closed
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
ProtectClock=yes
ProtectHostname=yes
ProtectControlGroups=yes
ProtectKernelLogs=yes
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

/** Of one for each protocol. It has no right over the machine: the helper makes its interface, and writes who comes in. It comes back by itself, also with another configuration. */
export function openvpnUnit(): string {
  return `[Unit]
Description=Mlango OpenVPN, %i
Wants=network-online.target mlango-tunnels.service
After=network-online.target mlango-tunnels.service
ConditionPathExists=${openvpnFolder}/server.key
StartLimitIntervalSec=0

[Service]
User=${openvpnUser}
ExecStart=/usr/sbin/openvpn --config ${openvpnFolder}/%i.conf
Restart=always
RestartSec=2
TimeoutStopSec=15
LimitNOFILE=65536
MemoryMax=256M
RuntimeDirectory=mlango-openvpn
RuntimeDirectoryMode=0755
RuntimeDirectoryPreserve=yes
NoNewPrivileges=yes
CapabilityBoundingSet=
DeviceAllow=/dev/net/tun rw
DevicePolicy=closed
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
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
