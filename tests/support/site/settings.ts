import { generateKeyPairSync, randomBytes, randomInt } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import type { CoopApp, EquityApp, KcbApp } from "../../simulators/bank/state.ts";

/** What a site keeps of itself between starts: random per folder, written once. */
export type SiteSecrets = {
  rootSecret: string;
  nameSecret: string;
  passwords: { demo: string; savanna: string; operator: string };
  router: { username: string; password: string; macAuthPassword: string };
  platformApp: { consumerKey: string; consumerSecret: string; shortCode: string; passkey: string };
  savannaApp: { consumerKey: string; consumerSecret: string; shortCode: string; passkey: string };
  /** Of a pay bill that the demo provider may collect at by itself. */
  demoApp: { consumerKey: string; consumerSecret: string; shortCode: string; passkey: string };
  /** The platform's Airtel Money app: what it collects arrives in the wallet `merchantCode`. */
  airtelApp: { clientId: string; clientSecret: string; merchantCode: string; callbackKey: string };
  /** By which letters are handed over. */
  mailToken: string;
  /** The demo provider's account for messages. */
  smsAccount: { username: string; apiKey: string; senderIds: string[]; balance: number };
  /** The demo provider's till. */
  till: string;
  /** What a provider with an account at each bank would have from it; `privateKey` is PKCS#8 in PEM. */
  banks: { kcb: KcbApp; coop: CoopApp; equity: EquityApp & { privateKey: string } };
};

const letters = "abcdefghjkmnpqrstuvwxyz23456789";
const word = (length: number) => Array.from({ length }, () => letters[randomInt(letters.length)]).join("");
const app = (shortCode: string) => ({
  consumerKey: word(32),
  consumerSecret: word(32),
  shortCode,
  passkey: randomBytes(32).toString("hex"),
});

function bankAccounts(): SiteSecrets["banks"] {
  const keys = () => ({ apiKey: word(24), apiSecret: word(24) });
  const { publicKey, privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  return {
    kcb: { bank: "kcb", ...keys(), till: "7650100" },
    coop: { bank: "coop", ...keys(), operatorCode: "MLANGO" },
    equity: {
      bank: "equity",
      ...keys(),
      merchantCode: "4604761982",
      accountNumber: "1450160649886",
      publicKey,
      privateKey,
    },
  };
}

/** The operator who may reverse payments of an app and look them up; the credential is what Safaricom would have sealed. */
export function operatorOf({ consumerSecret }: { consumerSecret: string }) {
  return { initiatorName: "mlangoapi", securityCredential: btoa(`sealed by ${consumerSecret}`) };
}

/** A folder of an earlier version keeps what it has and gets what it lacks. */
export function siteSecrets(dir: string): SiteSecrets {
  mkdirSync(dir, { recursive: true });
  const path = join(dir, "secrets.json");
  const kept: Partial<SiteSecrets> = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
  const secrets: SiteSecrets = {
    rootSecret: kept.rootSecret ?? randomBytes(32).toString("hex"),
    nameSecret: kept.nameSecret ?? randomBytes(32).toString("hex"),
    passwords: kept.passwords ?? { demo: word(12), savanna: word(12), operator: word(12) },
    router: kept.router ?? { username: "mlango", password: word(16), macAuthPassword: word(16) },
    platformApp: kept.platformApp ?? app("600100"),
    savannaApp: kept.savannaApp ?? app("600200"),
    demoApp: kept.demoApp ?? app("600300"),
    airtelApp: kept.airtelApp ?? {
      clientId: word(32),
      clientSecret: word(32),
      merchantCode: "MLANGO01",
      callbackKey: randomBytes(32).toString("base64"),
    },
    mailToken: kept.mailToken ?? word(24),
    smsAccount: kept.smsAccount ?? {
      username: "demowifi",
      apiKey: `atsk_${word(32)}`,
      senderIds: ["DEMOWIFI"],
      balance: 100_000,
    },
    till: kept.till ?? "512345",
    banks: kept.banks ?? bankAccounts(),
  };
  if (JSON.stringify(secrets) !== JSON.stringify(kept)) {
    writeFileSync(path, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  }
  return secrets;
}

export type Phone = { mac: string; ip: string };

/** At most 89: their numbers are written in decimal. */
export function phonesOnWifi(count: number): Phone[] {
  return Array.from({ length: count }, (_, index) => ({
    mac: `4C:5E:0C:A1:00:${String(index + 1).padStart(2, "0")}`,
    ip: `10.5.50.${index + 11}`,
  }));
}

/** Phones that the simulated router sees on the WiFi of the demonstration. */
export const demoPhones = phonesOnWifi(14);

/**
 * A port that nothing listens on right now, below those that the system gives away by itself: until it is used no outgoing
 * connection takes it.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = 12_000 + Math.floor(Math.random() * 20_000);
    if (await isFree(port)) return port;
  }
  throw new Error("no free port");
}

export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
