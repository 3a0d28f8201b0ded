import type { NetworkInterfaceInfo } from "node:os";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatIpv4, isPrivateIpv4, parseIpv4 } from "#bridge/ipv4";
import { broadcastOf, ownNetworks, parseNetwork } from "#bridge/networks";
import { planScan } from "#bridge/scan";

const card = (cidr: string, changes: Partial<NetworkInterfaceInfo> = {}): NetworkInterfaceInfo =>
  ({
    address: cidr.split("/")[0],
    netmask: "",
    mac: "",
    family: "IPv4",
    internal: false,
    cidr,
    ...changes,
  }) as NetworkInterfaceInfo;

const own = (interfaces: Record<string, NetworkInterfaceInfo[]>) =>
  ownNetworks(interfaces).map(({ address, prefix }) => `${formatIpv4(address)}/${prefix}`);

const plan = (...networks: string[]) =>
  planScan(
    networks.map((text) => {
      const [address = "", prefix] = text.split("/");
      return { address: parseIpv4(address) ?? 0, prefix: Number(prefix) };
    }),
  );

describe("an address in dots", () => {
  test("is read and written again", () => {
    fc.assert(fc.property(fc.nat(2 ** 32 - 1), (address) => parseIpv4(formatIpv4(address)) === address));
  });

  test.each(["", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "1.2.3.-4", "a.b.c.d", "1.2.3.4 ", "::1"])(
    "is not %j",
    (text) => expect(parseIpv4(text)).toBeUndefined(),
  );

  test.each([
    ["10.0.0.1", true],
    ["172.15.255.255", false],
    ["172.16.0.0", true],
    ["172.31.255.255", true],
    ["172.32.0.0", false],
    ["192.168.0.1", true],
    ["192.169.0.1", false],
    ["100.64.0.1", false],
    ["169.254.1.1", false],
    ["127.0.0.1", false],
    ["8.8.8.8", false],
  ])("%s is private: %s", (text, expected) => {
    expect(isPrivateIpv4(parseIpv4(text) ?? 0)).toBe(expected);
  });
});

describe("the own networks", () => {
  test("are the private IPv4 ones of the cards, and no others", () => {
    const interfaces = {
      lo: [card("127.0.0.1/8", { internal: true })],
      eth0: [card("192.168.88.10/24"), card("fe80::1/64", { family: "IPv6" })],
      wan0: [card("41.90.64.10/22")],
      tun0: [card("10.8.0.2/16")],
      zero: [card("169.254.3.4/16")],
    };
    expect(own(interfaces)).toEqual(["192.168.88.10/24", "10.8.0.2/16"]);
  });

  test("are those of containers only where there is nothing else", () => {
    const docker = { docker0: [card("172.17.0.1/16")] };
    expect(own({ ...docker, eth0: [card("10.0.0.2/24")] })).toEqual(["10.0.0.2/24"]);
    expect(own(docker)).toEqual(["172.17.0.1/16"]);
  });

  test.each([
    ["192.168.88.10/24", "192.168.88.255"],
    ["10.8.3.2/16", "10.8.255.255"],
    ["10.0.0.5/30", "10.0.0.7"],
    ["10.0.0.5/32", "10.0.0.5"],
  ])("%s is asked at %s", (text, expected) => {
    const [address = "", prefix] = text.split("/");
    expect(broadcastOf({ address: parseIpv4(address) ?? 0, prefix: Number(prefix) })).toBe(expected);
  });
});

describe("a network that somebody set", () => {
  test.each(["192.168.5.0/24", "10.1.2.128/25", "127.0.0.1/32", "172.20.0.9"])("may be %s", (text) => {
    expect(parseNetwork(text)).toBeDefined();
  });

  test.each([
    "8.8.8.0/24",
    "192.168.0.0/16",
    "10.0.0.0/8",
    "127.0.0.0/8",
    "0.0.0.0/24",
    "10.0.0.0/33",
    "10.0.0.0/24/1",
    "x",
  ])("may not be %s", (text) => expect(parseNetwork(text)).toBeUndefined());
});

describe("what a scan tries", () => {
  test("is every address of a /24, routers' usual places first", () => {
    const { subnets, addresses } = plan("192.168.88.77/24");
    expect(subnets).toEqual(["192.168.88.0/24"]);
    expect(addresses.slice(0, 3)).toEqual(["192.168.88.1", "192.168.88.254", "192.168.88.2"]);
    expect(addresses.length).toBe(254);
    expect(addresses).not.toContain("192.168.88.0");
    expect(addresses).not.toContain("192.168.88.255");
  });

  test("is the /24 around the own address where the network is larger, all of it where it is smaller", () => {
    expect(plan("10.8.3.2/8").subnets).toEqual(["10.8.3.0/24"]);
    expect(plan("10.0.0.5/29").addresses.sort()).toEqual(
      ["10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4", "10.0.0.5", "10.0.0.6"].sort(),
    );
    expect(plan("10.0.0.5/31").addresses).toEqual(["10.0.0.4", "10.0.0.5"]);
    expect(plan("10.0.0.5/32").addresses).toEqual(["10.0.0.5"]);
    expect(plan().addresses).toEqual([]);
  });

  test("is at most 256 addresses, of each network its likely ones, and inside them alone", () => {
    const network = fc.record({ address: fc.nat(2 ** 32 - 1), prefix: fc.integer({ min: 1, max: 32 }) });
    fc.assert(
      fc.property(fc.array(network, { maxLength: 6 }), (networks) => {
        const { addresses } = planScan(networks);
        expect(addresses.length).toBeLessThanOrEqual(256);
        expect(new Set(addresses).size).toBe(addresses.length);
        for (const text of addresses) {
          const address = parseIpv4(text) ?? -1;
          expect(
            networks.some((one) => {
              const size = 2 ** (32 - one.prefix);
              const isInside = Math.floor(address / size) === Math.floor(one.address / size);
              return isInside && Math.floor(address / 256) === Math.floor(one.address / 256);
            }),
          ).toBe(true);
        }
      }),
    );
    const several = plan("192.168.1.5/24", "10.0.0.5/24", "172.16.9.5/24").addresses;
    for (const first of ["192.168.1.1", "10.0.0.1", "172.16.9.1", "10.0.0.254"])
      expect(several.slice(0, 6)).toContain(first);
  });
});
