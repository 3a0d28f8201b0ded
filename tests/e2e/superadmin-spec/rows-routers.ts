import { expect } from "vitest";
import { is, type Row, texts, toasts } from "./row.ts";

/** Sections 2, 5, 8 and 9: the routers and OpenVPN. */
const has = (text: string) => expect.stringContaining(text);
const missing = "Missing Information - Please fill in all required fields";
const port = "Invalid Port - Please enter a valid port number (1-65535)";
export const routers: Row[] = [
  ...texts("the routers", "Total 9", "Online 4", "Assigned 7", "Unassigned 2"),
  {
    what: "routers: columns",
    how: "the routers",
    expect: is({
      heads: [
        ...["Router", "Host", "Status", "Today's Revenue", "Monthly Revenue", "All Time Revenue"],
        ...["Last Seen", "Actions"],
      ],
    }),
  },
  {
    what: "routers: KSh with 2 decimals",
    how: "the routers",
    expect: is({ rows: { gate: has("KSh 20.00 KSh 1,234.50 KSh 99,000.00") } }),
  },
  {
    what: "routers: Error where the revenue could not be read",
    how: "the routers",
    expect: is({ rows: { hill: has("Error Error Error Never") } }),
  },
  {
    what: "routers: actions of an assigned and active one",
    how: "the routers",
    expect: is({ acts: { Gate: all("Details", "Test", "Unassign", "Suspend", "Edit", "Delete") } }),
  },
  {
    what: "routers: actions of a suspended one in store",
    how: "the routers",
    expect: is({ acts: { Hill: all("Details", "Test", "Assign", "Activate", "Edit", "Delete") } }),
  },
  {
    what: "routers: filter of all, unassigned, or one provider",
    how: "the routers",
    expect: is({ filter: all("All routers", "Unassigned", "Demo WiFi", "Savanna Net") }),
  },
  ...[
    ...["Name Hill", "Status Suspended, Offline", "Connection type OpenVPN", "RouterOS version 6.x"],
    ...["Host 10.66.0.2:8728", "Username api-user", "OpenVPN server vpn.isp.example:1194"],
    ...["Tunnel IP 10.66.0.2", "OpenVPN username hill-1", "Location –", "Last Seen Never"],
    "Assigned provider Unassigned",
  ].map(
    (text): Row => ({ what: `details: ${text}`, how: "the routers", expect: is({ details: has(text) }) }),
  ),
  ...texts("no routers", "No routers yet", "Add Router"),
  {
    what: "routers: the revenue is kept for 30 s",
    how: "a minute at the routers",
    expect: is({ reads: 2 }),
  },
  {
    what: "form: its tabs",
    how: "the form of a router",
    expect: is({ tabs: ["Basic Setup", "Connection Type", "OpenVPN Config"] }),
  },
  {
    what: "form: OpenVPN Config opens for the OpenVPN type alone",
    how: "the form of a router",
    expect: is({ closed: true, open: true }),
  },
  { what: "form: port 8728", how: "the form of a router", expect: is({ port: "8728" }) },
  { what: "form: direct", how: "the form of a router", expect: is({ isDirect: true }) },
  {
    what: "form: RouterOS 7.x (Recommended), or 6.x (Legacy)",
    how: "the form of a router",
    expect: is({ usual: "7.x (Recommended)", versions: ["7.x (Recommended)", "6.x (Legacy)"] }),
  },
  {
    what: "form: the host of the tunnel is auto-detect",
    how: "the form of a router",
    expect: is({ host: "auto-detect" }),
  },
  ...toasts("the form of a router", {
    "without Router name": missing,
    "without Host": missing,
    "without Username": missing,
    "without Password": missing,
    'port "0"': port,
    'port "70000"': port,
    'port ""': port,
    "of the tunnel, without a name":
      "Missing Information - Please fill in router name, username, and password",
    "generate without a name": "Missing Router Name - Please enter a router name first",
  }),
  { what: "form: nothing of that is sent", how: "the form of a router", expect: is({ sent: false }) },
  ...toasts("calls of the routers that fail", {
    test: "Connection Test Failed - Failed to test router connection",
    "test without success": "Connection Failed - Failed to connect to router",
    Suspend: "Suspend Failed - Failed to suspend router",
    Unassign: "Unassignment Failed - Failed to unassign router",
    Delete: "Delete Failed - Failed to delete router",
    Activate: "Activation Failed - Failed to activate router",
    Assign: "Assignment Failed - Failed to assign router",
    Edit: "Error - Failed to add or update the router",
    Add: "Addition Failed - Failed to add or update the router",
    generate: "Error - Failed to generate OpenVPN configuration",
  }),
  {
    what: "deleting a router says that it cannot be undone",
    how: "calls of the routers that fail",
    expect: is({ deletion: has("cannot be undone") }),
  },
  ...toasts("calls of the routers", {
    test: "Connection Successful - Router is online and responding",
    Suspend: has("Router Suspended"),
    Unassign: has("Router Unassigned"),
    Delete: has("Router Deleted"),
    Activate: has("Router Activated"),
    Assign: has("Router Assigned"),
    Edit: has("Router Updated"),
    Add: has("Router Added"),
  }),
];

export const openvpn: Row[] = [
  ...toasts("OpenVPN", {
    generate: has("OpenVPN Configuration Generated"),
    download: "File Downloaded - gate1.ovpn",
    copy: "Copied - Script",
    regenerate: has("Script Regenerated"),
    "regenerate fails": "Error - Failed to regenerate script",
  }),
  ...[
    ...["gate1_mikrotik_config.rsc", "gate1_openvpn_config.json", "gate1_setup_guide.md"],
    ...["gate1-client.crt", "gate1-client.key", "gate1-ca.crt", "gate1.ovpn"],
  ].map((name): Row => ({ what: `file: ${name}`, how: "OpenVPN", expect: is({ files: all(name) }) })),
  { what: "a file is saved by its name", how: "OpenVPN", expect: is({ saved: "gate1.ovpn" }) },
  {
    what: "fields of a generated configuration",
    how: "OpenVPN",
    expect: is({
      fields: all(
        ...["serverHost", "serverPort", "username", "password", "tunnelIp", "clientCertificate"],
        ...["clientPrivateKey", "caCertificate", "routerName", "mikrotikScript", "setupGuide"],
      ),
    }),
  },
  ...["proto udp", "cipher AES-256-CBC", "auth SHA256"].map(
    (line): Row => ({ what: `.ovpn: ${line}`, how: "OpenVPN", expect: is({ ovpnFile: has(line) }) }),
  ),
  ...toasts("OpenVPN without its files", {
    "-client.crt": has("Certificate Not Available"),
    "-client.key": has("Private Key Not Available"),
    "-ca.crt": has("CA Certificate Not Available"),
  }),
];

function all(...wanted: string[]) {
  return expect.arrayContaining(wanted);
}
