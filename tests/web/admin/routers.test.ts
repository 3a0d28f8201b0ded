import { describe, expect, it } from "vitest";
import type { AssignedRouter } from "#contract/routers";
import { connectionOf, hostOf, isShow, routersThat } from "#web/admin/routers/format-router.ts";

const direct: AssignedRouter = {
  id: "r1",
  name: "Main Gate",
  host: "192.168.88.1",
  port: 8728,
  username: "mlango",
  isActive: true,
  isOnline: true,
  lastSeen: null,
  location: null,
  connectionType: "direct",
  ovpnTunnelIp: null,
  ovpnServerHost: null,
  providerId: "p1",
  bridgeId: null,
  state: "no_bridge",
  statusText: "No bridge installed",
  findings: null,
};
const tunnel: AssignedRouter = { ...direct, id: "r2", connectionType: "ovpn_client", isOnline: false };

describe("how a router is written", () => {
  it("a direct one is written by host and port, whatever it has of a tunnel", () => {
    expect(connectionOf(direct)).toBe("Direct");
    expect(hostOf({ ...direct, ovpnTunnelIp: "10.8.0.2/24" })).toBe("192.168.88.1:8728");
  });

  it("one in a tunnel is written by its tunnel address without the mask", () => {
    expect(connectionOf(tunnel)).toBe("OpenVPN");
    expect(hostOf({ ...tunnel, ovpnTunnelIp: "10.8.0.2/24", ovpnServerHost: "vpn.example" })).toBe(
      "10.8.0.2",
    );
  });

  it("without a tunnel address it is written by its server, and without one as VPN", () => {
    expect(hostOf({ ...tunnel, ovpnServerHost: "vpn.example" })).toBe("vpn.example");
    expect(hostOf({ ...tunnel, ovpnTunnelIp: "", ovpnServerHost: "" })).toBe("VPN");
  });
});

describe("what the cards count", () => {
  const sleeping = { ...tunnel, id: "r3", isActive: false };

  it("every card opens exactly the routers that it counted", () => {
    const of = (show: "all" | "online" | "active" | "offline") =>
      routersThat(show, [direct, tunnel, sleeping]).map(({ id }) => id);
    expect(of("all")).toEqual(["r1", "r2", "r3"]);
    expect(of("online")).toEqual(["r1"]);
    expect(of("active")).toEqual(["r1", "r2"]);
    expect(of("offline")).toEqual(["r2", "r3"]);
  });

  it("an address with another word shows no filter", () => {
    expect(isShow("offline")).toBe(true);
    expect(isShow("broken")).toBe(false);
  });
});
