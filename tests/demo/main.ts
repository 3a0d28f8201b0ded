import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { guardRun } from "../support/guard.mjs";
import { withHomes } from "../support/homes-network.ts";
import { root } from "../support/site/processes.ts";
import { demoPhones } from "../support/site/settings.ts";
import { Site } from "../support/site/site.ts";
import { comeBack } from "./come-back.ts";
import { openTrade } from "./open-trade.ts";

// `npm start`: builds, and runs a whole site on this machine. `npm start -- --reset` begins anew.

guardRun();

const dir = resolve(root, process.env.LOCAL_DIR || ".local");
if (process.argv.includes("--reset")) rmSync(dir, { recursive: true, force: true });

// Whoever waits for this file must not find the one of an earlier start.
const descriptionPath = join(dir, "demo.json");
rmSync(descriptionPath, { force: true });

const vite = join(root, "node_modules", "vite", "bin", "vite.js");
console.log("Building …");
const build = spawn(process.execPath, [vite, "build", "--logLevel", "warn"], { cwd: root, stdio: "inherit" });
const built = once(build, "exit");
const ports = {
  worker: Number(process.env.PORT || 8787),
  gateway: Number(process.env.GATEWAY_PORT || 8790),
  router: Number(process.env.ROUTER_PORT || 8728),
};
// Beside the build, so that it takes no time of its own.
const openedAt = await openTrade(dir, ports);
const [code] = await built;
if (code !== 0) process.exit(code ?? 1);

console.log("Starting simulators, worker and bridge …");
const site = await Site.start({
  dir,
  ports,
  // A prompt pays itself after 4 s, so that a demonstration needs no second hand; /phone and /control change it.
  gateway: { auto: "paid", autoAfterMs: 4_000 },
  airtel: { auto: "paid", autoAfterMs: 4_000 },
  ads: true,
  billing: true,
  routerMenus: withHomes,
});

const { demo, savanna, operator } = site.seeded;
const { demoVouchers, savannaVoucher } = site.stock;
const provider = (of: typeof demo) => ({
  id: of.id,
  businessName: of.businessName,
  subdomain: of.subdomain,
  origin: site.main.replace("//", `//${of.subdomain}.`),
  username: of.admin.username,
  password: of.admin.password,
});
const router = { ...demo.routers[0], host: "127.0.0.1", port: site.routerPort, ...site.secrets.router };
const { consumerKey, consumerSecret, shortCode, passkey } = site.secrets.platformApp;
const plans = demo.plans.map(({ id, name, price, durationHours, speedMbps }) => ({
  id,
  name,
  price,
  durationHours,
  speedMbps,
}));
const description = {
  ready: true,
  main: site.main,
  provider: provider(demo),
  otherProvider: {
    ...provider(savanna),
    routerId: savanna.routers[0]?.id,
    planId: savanna.plans[0]?.id,
    voucher: savannaVoucher,
  },
  superadmin: { username: operator.username, password: operator.password },
  router: {
    id: router.id,
    name: router.name,
    host: router.host,
    port: router.port,
    username: router.username,
    password: router.password,
  },
  devices: demoPhones,
  plans,
  vouchers: demoVouchers,
  ads: site.ads,
  mailbox: `${site.gatewayOrigin}/mailbox`,
  gateways: {
    origin: site.gatewayOrigin,
    phone: `${site.gatewayOrigin}/phone`,
    mpesa: { consumerKey, consumerSecret, shortCode, passkey },
    airtel: site.secrets.airtelApp,
    sms: { ...site.secrets.smsAccount, accepted: `${site.gatewayOrigin}/control/sms` },
  },
};
writeFileSync(descriptionPath, JSON.stringify(description, null, 2));

const phone = demoPhones[0];
console.log(`
  Visitor's portal   ${description.provider.origin}/?mac=${phone?.mac}&routerId=${router.id}
  The payer's phone  ${description.gateways.phone}
  Letters            ${description.mailbox}
  Provider           ${description.provider.origin}/admin   ${demo.admin.username} / ${demo.admin.password}
  Super admin        ${site.main}/superadmin   ${operator.username} / ${operator.password}
  A voucher          ${demoVouchers[0]}
  Everything else    ${descriptionPath}

Ctrl-C ends everything.`);

if (openedAt !== null) comeBack(site).catch((cause: unknown) => console.error("Nobody came back:", cause));

let ending = false;
async function end(): Promise<void> {
  if (ending) return;
  ending = true;
  rmSync(descriptionPath, { force: true });
  await site.stop();
  process.exit(0);
}
process.on("SIGINT", () => void end());
process.on("SIGTERM", () => void end());
// A part that dies takes the demonstration with it, loudly: half a site is worse than none.
setInterval(() => {
  const dead = Object.entries({ simulators: site.simulators, worker: site.worker, bridge: site.bridge }).find(
    ([, part]) => part && !part.running(),
  );
  if (dead && !ending) {
    console.error(`The ${dead[0]} ended by itself; see ${site.logDir}.`);
    void end();
  }
}, 1_000);
