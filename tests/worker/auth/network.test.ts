import { expect, test } from "vitest";
import { networkOf } from "#worker/http/network";

test.each([
  ["197.248.10.77", "197.248.10.0/24"],
  ["::ffff:197.248.10.77", "197.248.10.0/24"],
  ["2c0f:fe38:2180:4a::1", "2c0f:fe38:2180:4a::/64"],
  ["2C0F:FE38:2180:004A:1:2:3:4", "2c0f:fe38:2180:4a::/64"],
  ["2c0f::1", "2c0f:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["", "unknown"],
  ["'; DROP TABLE", "unknown"],
])("the address %j counts as the network %j", (address, network) => {
  const request = new Request("http://example.com", {
    headers: address ? { "cf-connecting-ip": address } : {},
  });
  expect(networkOf(request)).toBe(network);
});
