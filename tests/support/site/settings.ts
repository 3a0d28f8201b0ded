import { randomBytes, randomInt } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

/** What a site keeps of itself between starts: random per folder, written once. */
export type SiteSecrets = {
  rootSecret: string;
  passwords: { demo: string; savanna: string; operator: string };
  router: { username: string; password: string; macAuthPassword: string };
  platformApp: { consumerKey: string; consumerSecret: string; shortCode: string; passkey: string };
  savannaApp: { consumerKey: string; consumerSecret: string; shortCode: string; passkey: string };
  /** The demo provider's till. */
  till: string;
};

const letters = "abcdefghjkmnpqrstuvwxyz23456789";
const word = (length: number) => Array.from({ length }, () => letters[randomInt(letters.length)]).join("");
const app = (shortCode: string) => ({
  consumerKey: word(32),
  consumerSecret: word(32),
  shortCode,
  passkey: randomBytes(32).toString("hex"),
});

export function siteSecrets(dir: string): SiteSecrets {
  mkdirSync(dir, { recursive: true });
  const path = join(dir, "secrets.json");
  if (existsSync(path)) return JSON.parse(readFileSync(path, "utf8"));
  const secrets: SiteSecrets = {
    rootSecret: randomBytes(32).toString("hex"),
    passwords: { demo: word(12), savanna: word(12), operator: word(12) },
    router: { username: "mlango", password: word(16), macAuthPassword: word(16) },
    platformApp: app("600100"),
    savannaApp: app("600200"),
    till: "512345",
  };
  writeFileSync(path, JSON.stringify(secrets, null, 2), { mode: 0o600 });
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

/** A port that nothing listens on right now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
