import fc from "fast-check";
import { expect, test } from "vitest";
import { formatIpv4, parseIpv4 } from "#contract/values/ipv4";
import { chooseAddress } from "#worker/features/lines/choose-address";

// Which address a fixed device has: one of its network that is nobody else's, and its own where it has one.

const mac = "02:00:00:00:00:01";
const base = parseIpv4("10.20.0.0") ?? 0;

const world = fc
  .record({
    bits: fc.integer({ min: 24, max: 30 }),
    own: fc.integer({ min: 1, max: 254 }),
    taken: fc.uniqueArray(fc.integer({ min: 0, max: 255 }), { maxLength: 40 }),
    devices: fc.array(fc.record({ host: fc.integer({ min: 0, max: 255 }), isMine: fc.boolean() }), {
      maxLength: 20,
    }),
    typed: fc.option(fc.integer({ min: 0, max: 255 }), { nil: undefined }),
  })
  .map(({ bits, own, taken, devices, typed }) => {
    const size = 2 ** (32 - bits);
    const router = base + (own % (size - 2)) + 1;
    return {
      size,
      router,
      typed: typed === undefined ? undefined : formatIpv4(base + typed),
      taken: new Set(taken.map((host) => formatIpv4(base + host))),
      network: {
        name: "ether3",
        addresses: [`${formatIpv4(router)}/${bits}`],
        devices: devices.map(({ host, isMine }, index) => ({
          mac: isMine ? mac : `02:00:00:00:01:${String(index + 10)}`,
          address: formatIpv4(base + host),
          name: null,
          isFixed: false,
          isThere: true,
        })),
      },
    };
  });

test("is in the network, no one's, neither its first nor its last; the typed one, else the device's own", () => {
  fc.assert(
    fc.property(world, ({ size, router, typed, taken, network }) => {
      const others = network.devices.filter((one) => one.mac !== mac).map(({ address }) => address);
      const isGood = (address: string) => {
        const number = parseIpv4(address) ?? 0;
        const isInside = number > base && number < base + size - 1 && number !== router;
        return isInside && !taken.has(address) && !others.includes(address);
      };
      const chosen = chooseAddress(network, mac, typed, taken);
      const own = network.devices.find((one) => one.mac === mac)?.address;
      const all = Array.from({ length: size }, (_none, host) => formatIpv4(base + host));
      if ("address" in chosen) {
        expect(isGood(chosen.address)).toBe(true);
        if (typed !== undefined) expect(chosen.address).toBe(typed);
        else if (own !== undefined && isGood(own)) expect(chosen.address).toBe(own);
      } else if (typed !== undefined) expect(isGood(typed)).toBe(false);
      else expect(all.filter(isGood)).toEqual([]);
    }),
    { numRuns: 2_000 },
  );
});

test("a network without a length, or with room for nobody, has none", () => {
  for (const address of ["10.20.0.1", "10.20.0.1/31", "10.20.0.1/32", "fe80::1/64"])
    expect(
      chooseAddress({ name: "x", addresses: [address], devices: [] }, mac, undefined, new Set()),
    ).toEqual({
      reason: { say: "fixed_no_address" },
    });
});
