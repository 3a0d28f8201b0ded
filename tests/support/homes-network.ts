import { address, port } from "../simulators/routeros/box.ts";

// What a router's menus say that has, beside the hotspot's, a network of homes and offices (`ether3`), and one of its owner's own (`ether4`).

const server = (name: string, on: string, pool: string) => ({
  name,
  interface: on,
  "address-pool": pool,
  "lease-time": "30m",
  disabled: "false",
});

export const withHomes = {
  "/interface": [
    port("ether", "ether1"),
    port("ether", "ether2"),
    port("ether", "ether3"),
    port("ether", "ether4"),
    port("bridge", "bridge-hotspot"),
  ],
  "/ip/address": [
    address("192.168.1.2/24", "ether1"),
    address("10.5.50.1/24", "bridge-hotspot"),
    address("10.20.0.1/24", "ether3"),
    address("10.30.0.1/24", "ether4"),
  ],
  "/ip/pool": [
    { name: "hs-pool", ranges: "10.5.50.10-10.5.50.254" },
    { name: "homes", ranges: "10.20.0.100-10.20.0.200" },
    { name: "own", ranges: "10.30.0.100-10.30.0.200" },
  ],
  "/ip/dhcp-server": [
    server("hs-dhcp", "bridge-hotspot", "hs-pool"),
    server("homes", "ether3", "homes"),
    server("own", "ether4", "own"),
  ],
};
