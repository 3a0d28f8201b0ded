import { join } from "node:path";
import { startPart } from "../support/site/processes.ts";
import { phonesOnWifi } from "../support/site/settings.ts";
import { Site } from "../support/site/site.ts";
import { Visitors } from "../support/site/visitor.ts";
import { consolePages, fillConsole } from "./console.ts";
import { load } from "./load.ts";
import { cpuOf } from "./process-figures.ts";
import { measureInRounds, type Speed, type Subject } from "./rounds.ts";
import { cancelAll, initiateMany, pinToOnline, redeemMany, voucherBatches } from "./scenarios.ts";

const seconds = Number(process.env.BENCH_SECONDS || 4);
const rounds = Number(process.env.BENCH_ROUNDS || 3);
/** Of each round: devices that pay and wait until they are online. */
const phonesPerRound = 14;
/** A router lets in 600 codes a minute: three short rounds stay below. */
const redeemedAlone = 40;
const vouchersPerRound = 200;

/** How fast the worker answers, beside a bare one. @param consoleOnly all calls of a console, and nothing of a visitor's */
export async function measureSpeeds(dir: string, consoleOnly: boolean): Promise<Speed[]> {
  const bare = await startPart({ name: "bare", script: "tests/bench/bare-process.ts", logDir: dir });
  const site = await Site.start({
    dir: join(dir, "site"),
    gateway: { auto: "none", rule17: false },
    phones: phonesOnWifi(phonesPerRound * rounds),
    fill: fillConsole,
  });
  const barePort = Number(new URL(String(bare.said.origin)).port);
  const around = {
    rounds,
    bare: () => load({ port: barePort, host: "bare", path: "/", seconds }),
    cpuMs: () => cpuOf(site.worker),
  };
  try {
    const calls = await consoleCalls(site, consoleOnly);
    if (consoleOnly) return await measureInRounds(calls, around);
    const read = await measureInRounds([...(await visitorPages(site)), ...calls], around);
    const online = await measureInRounds([untilOnline(site)], around);
    // What follows is the worker's own speed: a bridge and a router on this machine would share its two cores.
    await site.bridge?.stop();
    return [...read, ...online, ...(await measureInRounds(writes(site), around))];
  } finally {
    await site.stop();
    await bare.stop();
  }
}

async function consoleCalls(site: Site, all: boolean): Promise<Subject[]> {
  const port = Number(new URL(site.main).port);
  const pages = (await consolePages(site)).filter(({ isMain }) => all || isMain);
  return pages.map(({ what, host, path, cookie }) => ({
    what,
    measure: () => load({ port, host, path, seconds, cookie }),
  }));
}

async function visitorPages(site: Site): Promise<Subject[]> {
  const visitors = new Visitors(site);
  const { host, port } = new URL(site.origin);
  const get = (what: string, path: string): Subject => ({
    what,
    measure: () => load({ port: Number(port), host, path, seconds }),
  });
  const phone = "254712000100";
  const open = await visitors.initiate("02:00:00:00:00:02", site.seeded.demo.plans[0]?.id ?? "", phone);
  await visitors.answerPrompt((await visitors.openPrompt(phone)).id, "cancelled");
  return [
    get("plans page", "/"),
    get("plans page of a device", `/?mac=02:00:00:00:00:01&routerId=${visitors.routerId}`),
    get("status poll", `/api/payment/status/${open.transactionId}`),
  ];
}

function untilOnline(site: Site): Subject {
  const phones = phonesOnWifi(phonesPerRound * rounds);
  return {
    what: "PIN to online",
    comparable: false,
    measure: (round) =>
      pinToOnline(
        new Visitors(site),
        site.seeded.demo.plans[0]?.id ?? "",
        phones.slice(round * phonesPerRound, (round + 1) * phonesPerRound).map(({ mac }) => mac),
        round * phonesPerRound,
      ),
  };
}

/** In this order: the vouchers that a round makes are redeemed in it. */
function writes(site: Site): Subject[] {
  const visitors = new Visitors(site);
  const planId = site.seeded.demo.plans[0]?.id ?? "";
  let codes: string[] = [];
  const from = (round: number) => round * vouchersPerRound;
  return [
    {
      what: "100 vouchers",
      comparable: false,
      async measure() {
        const made = await voucherBatches(site, vouchersPerRound / 100);
        codes = made.codes;
        return made.figures;
      },
    },
    {
      what: "redeem, alone",
      measure: (round) => redeemMany(visitors, codes.slice(0, redeemedAlone), 1, from(round)),
    },
    {
      what: "redeem, 50 at a time",
      measure: (round) => redeemMany(visitors, codes.slice(redeemedAlone), 50, from(round) + redeemedAlone),
    },
    {
      what: "initiate, 10 at a time",
      async measure(round) {
        const figures = await initiateMany(visitors, planId, 90, 10, round * 90);
        // What they wait for would be asked about during the next round.
        await cancelAll(visitors);
        return figures;
      },
    },
  ];
}
