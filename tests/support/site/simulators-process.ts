// The outside parties as one process: Daraja, Airtel Money, people's phones, the banks, a MikroTik router, and their
// controls.
import { join } from "node:path";
import {
  AfricasTalkingSimulator,
  type SmsAccount,
} from "../../simulators/africastalking/africastalking-simulator.ts";
import { AirtelSimulator } from "../../simulators/airtel/airtel-simulator.ts";
import type { AirtelSettings } from "../../simulators/airtel/settings.ts";
import type { AirtelApp } from "../../simulators/airtel/state.ts";
import { BankSimulator } from "../../simulators/bank/bank-simulator.ts";
import type { BankApp } from "../../simulators/bank/state.ts";
import { DarajaSimulator } from "../../simulators/daraja/daraja-simulator.ts";
import type { DarajaSettings } from "../../simulators/daraja/settings.ts";
import type { DarajaApp } from "../../simulators/daraja/state.ts";
import { fileStore } from "../../simulators/file-store.ts";
import { askOverHttp, deliverOverHttp, serveSimulators } from "../../simulators/gateway-kit/serve.ts";
import { MailboxSimulator } from "../../simulators/mailbox/mailbox-simulator.ts";
import { NeighbourSimulator } from "../../simulators/mikrotik-neighbours/neighbour-simulator.ts";
import { PhoneSimulator } from "../../simulators/phone/phone-simulator.ts";
import type { BoxChanges } from "../../simulators/routeros/box.ts";
import { type HotspotSettings, RouterSimulator } from "../../simulators/routeros/index.ts";
import { memoryStore } from "../../simulators/store.ts";
import { TalkSasaSimulator } from "../../simulators/talksasa/talksasa-simulator.ts";

export type SimulatorsProcessOptions = {
  dir: string;
  gatewayPort: number;
  routerPort: number;
  apps: DarajaApp[];
  gatewaySettings: Partial<DarajaSettings>;
  gatewayInMemory: boolean;
  airtelApp: AirtelApp;
  airtelSettings: Partial<AirtelSettings>;
  banks: BankApp[];
  smsAccount: SmsAccount;
  /** What letters carry. */
  mailToken: string;
  router: {
    username: string;
    password: string;
    hotspot: HotspotSettings;
    hosts: { mac: string; ip: string }[];
    loginPage: string;
    menus: NonNullable<BoxChanges["menus"]>;
  };
};

const options: SimulatorsProcessOptions = JSON.parse(process.argv[2] ?? "{}");
const daraja = new DarajaSimulator({
  clock: Date,
  store: options.gatewayInMemory ? memoryStore() : fileStore(join(options.dir, "daraja.json")),
  deliver: deliverOverHttp,
  ask: askOverHttp,
  apps: options.apps,
  settings: options.gatewaySettings,
});
const airtel = new AirtelSimulator({
  clock: Date,
  store: fileStore(join(options.dir, "airtel.json")),
  deliver: deliverOverHttp,
  apps: [options.airtelApp],
  settings: options.airtelSettings,
});
const bank = new BankSimulator({
  clock: Date,
  store: fileStore(join(options.dir, "bank.json")),
  deliver: deliverOverHttp,
  apps: options.banks,
});
const phone = new PhoneSimulator({ clock: Date, lines: [daraja.line, airtel.line] });
const mailbox = new MailboxSimulator({
  token: options.mailToken,
  now: Date.now,
  path: join(options.dir, "mailbox.json"),
});
const sms = new AfricasTalkingSimulator({
  accounts: [options.smsAccount],
  now: Date.now,
  deliver: deliverOverHttp,
  lostMs: 15_000,
});
// Of the same business: its key there is the token here.
const talksasa = new TalkSasaSimulator({
  accounts: [{ token: options.smsAccount.apiKey, senderIds: options.smsAccount.senderIds, units: 10_000 }],
  now: Date.now,
  lostMs: 15_000,
});
const { username, password, hotspot, hosts, loginPage, menus } = options.router;
const files = [
  { name: "hotspot", type: "directory" },
  { name: "hotspot/login.html", type: ".html file", contents: loginPage },
];
const router = new RouterSimulator({
  clock: Date,
  store: fileStore(join(options.dir, "router.json")),
  users: [{ name: username, password, policies: ["api", "read", "write", "sensitive", "test"] }],
  hotspot,
  hosts,
  identity: "Main Gate",
  box: { menus: { ...menus, "/file": files } },
});
// A folder of an earlier start, and the recorded one, may have a page of another version or of other ports, which leads nowhere now, and
// other networks.
if (router.state.box) Object.assign(router.state.box.menus, menus, { "/file": files });
router.save();
const { port: routerPort } = await router.listen(options.routerPort);
// What stands around the bridge: the router itself, and one that nobody has added yet. Same number, but of UDP.
const box = { version: "7.18 (stable)", board: "hEX S" };
const neighbours = new NeighbourSimulator([
  { mac: "C4:AD:34:5E:00:01", identity: "Main Gate", ipv4: "127.0.0.1", ...box },
  { mac: "C4:AD:34:5E:00:02", identity: "Annex", ipv4: "192.168.88.2", ...box },
]);
await neighbours.listen(routerPort);
const gateway = await serveSimulators({
  port: options.gatewayPort,
  // On one port: as at the real hosts, no two gateways have an address in common.
  handlers: [
    (request) => daraja.handle(request),
    (request, address) => airtel.handle(request, address),
    (request) => phone.handle(request),
    (request) => bank.handle(request),
    (request) => router.handle(request),
    (request) => mailbox.handle(request),
    (request) => sms.handle(request),
    (request) => talksasa.handle(request),
  ],
});
daraja.start();
airtel.start();
bank.start();
process.once("SIGTERM", () => {
  void Promise.all([
    ...[daraja.stop(), airtel.stop(), bank.stop()],
    ...[router.close(), neighbours.close(), gateway.close()],
  ]).then(() => process.exit(0));
});
console.log(JSON.stringify({ ready: true, origin: gateway.origin, routerPort }));
