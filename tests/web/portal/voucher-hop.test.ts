import { describe, expect, it } from "vitest";
import { hopAddress } from "#contract/values/voucher-link";
import { hopOnce } from "#web/portal/voucher-hop.ts";
import { voucherWithoutDevice } from "#web/portal/voucher-without-device.ts";
import { page } from "./sample-pages.ts";

const code = "ABCDE-12345";
const scanned = (change: Parameters<typeof page>[1] = {}) =>
  page(
    { kind: "buy", planId: "", tab: "voucher", phoneNumber: "", voucherCode: code, problem: null },
    { mac: null, ...change },
  );

function hop(asked = scanned(), change: { query?: string; mobileData?: boolean } = {}) {
  const did: string[] = [];
  let later = (): void => undefined;
  hopOnce(asked, {
    path: "/buy",
    query: `?tab=voucher&code=${code}`,
    mobileData: false,
    ...change,
    replaceAddress: (address) => void did.push(`now ${address}`),
    open: (address) => void did.push(`open ${address}`),
    stop: () => void did.push("stop"),
    after: (_ms, run) => {
      later = run;
    },
  });
  return { did, later: () => later() };
}

describe("a scanned voucher without its device", () => {
  it("asks the router once, marks its own address first, and gives up when nobody answers", () => {
    const { did, later } = hop();
    expect(did).toEqual([`now /buy?tab=voucher&code=${code}&hop=1`, `open ${hopAddress(code)}`]);
    later();
    expect(did.at(-1)).toBe("stop");
  });

  it("asks nobody when it has asked before, or on mobile data", () => {
    expect(hop(scanned(), { query: `?tab=voucher&code=${code}&hop=1` }).did).toEqual([]);
    expect(hop(scanned(), { mobileData: true }).did).toEqual([]);
  });

  it("asks nobody where the form can be sent, or nothing was scanned", () => {
    expect(hop(scanned({ mac: "AA:BB:CC:DD:EE:01" })).did).toEqual([]);
    expect(hop(page()).did).toEqual([]);
    const empty = scanned();
    if (empty.screen.kind === "buy") empty.screen = { ...empty.screen, voucherCode: "" };
    expect(voucherWithoutDevice(empty)).toBeNull();
  });
});
