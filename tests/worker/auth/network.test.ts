import { expect, test } from "vitest";
import { lineOf, networkOf } from "#worker/http/network";

test.each([
  ["197.248.10.77", "197.248.10.77"],
  ["::ffff:197.248.10.77", "197.248.10.77"],
  ["2c0f:fe38:2180:4a::1", "2c0f:fe38:2180:0000::/56"],
  ["2C0F:FE38:2180:00ff:1:2:3:4", "2c0f:fe38:2180:0000::/56"],
  ["2c0f:fe38:2180:100::1", "2c0f:fe38:2180:0100::/56"],
  ["2c0f:fe38:2180:abcd::1", "2c0f:fe38:2180:ab00::/56"],
  ["2c0f::1", "2c0f:0:0:0000::/56"],
  ["::1", "0:0:0:0000::/56"],
  ["", "unknown"],
  ["cafe", "unknown"],
  ["'; DROP TABLE", "unknown"],
])("the address %j counts as the network %j", (address, network) => {
  const request = new Request("http://example.com", {
    headers: address ? { "cf-connecting-ip": address } : {},
  });
  expect(networkOf(request)).toBe(network);
});

test.each([
  ["197.248.10.77", "197.248.10.77"],
  ["2c0f:fe38:2180:ab00::/56", "2c0f:fe38:2180::/48"],
  ["2c0f:fe38:2180:0000::/56", "2c0f:fe38:2180::/48"],
  ["0:0:0:0000::/56", "0:0:0::/48"],
  ["unknown", "unknown"],
])("the network %j is of the line %j", (network, line) => {
  expect(lineOf(network)).toBe(line);
});
