import { askWorker, deploymentHeaders } from "./ask-worker.ts";
import type { Place } from "./place.ts";
import { askDatabase } from "./steps/storage.ts";

// What fails nowhere while the platform is put into service, and is missed in the first week of it.

/** The worker waits 8 s for each gateway. */
const answerMs = 60_000;

/** What the worker answers (`reachGateways` in worker/contract/watches.ts). */
type Reached = {
  gateway: string;
  host: string;
  state: "reached" | "refused" | "turned_away" | "silent";
  detail: string;
}[];

/** Sentences for whoever deploys; none where all is well. */
export async function attentions(place: Place): Promise<string[]> {
  return [...noMail(place), ...noBackup(place), ...(await noLetters(place)), ...(await noAddress(place))];
}

function noMail({ settings, accepted, environment }: Place): string[] {
  if (settings.values.MAIL_URL || accepted.has("no-mail") || environment === "staging") return [];
  return [
    `No mail service is set, so alarms, invitations and sign-ups wait for ever. Put MAIL_URL, MAIL_TOKEN and MAIL_FROM into ${settings.shownPath} (docs/go-live.md, "Letters"), or say --accept no-mail.`,
  ];
}

function noBackup({ settings, accepted, environment }: Place): string[] {
  if (settings.values.BACKUP_URL || accepted.has("no-backup") || environment === "staging") return [];
  return [
    `No backup is put anywhere outside of Cloudflare: an account that is lost takes all books with it. Put BACKUP_URL and its key into ${settings.shownPath} (docs/operate.md, "Backup"), or say --accept no-backup.`,
  ];
}

/** A service that is set and takes none: what one of them was refused for is told here, else it would wait for ever. */
async function noLetters(place: Place): Promise<string[]> {
  const { settings } = place;
  if (!settings.values.MAIL_URL || !(await hasTable(place, "mail"))) return [];
  const [refused] = await askDatabase(
    place,
    `SELECT count(*) AS waiting, fault FROM mail WHERE sent_at IS NULL AND fault IS NOT NULL
      AND created_at > (SELECT coalesce(max(sent_at), 0) FROM mail)`,
  );
  const waiting = Number(refused?.waiting ?? 0);
  if (waiting === 0) return [];
  return [
    `The mail service takes no letters (${String(refused?.fault)}): ${waiting} ${waiting === 1 ? "waits" : "wait"}. Look at MAIL_URL, MAIL_TOKEN and MAIL_FROM in ${settings.shownPath} and at the domain's records there, then npm run deploy.`,
  ];
}

/** Before the first operator is made the deployment's last line says how. */
async function noAddress(place: Place): Promise<string[]> {
  if (!(await hasTable(place, "operators"))) return [];
  const operators = await askDatabase(
    place,
    "SELECT username, email FROM operators WHERE disabled_at IS NULL",
  );
  if (operators.length === 0 || operators.some(({ email }) => /.@./.test(String(email)))) return [];
  const remote = place.environment === "staging" ? "--remote --staging" : "--remote";
  return [
    `No operator has an e-mail address, so alarms reach nobody. Give one: npm run superadmin -- address ${String(operators[0]?.username)} --email you@example.com ${remote}`,
  ];
}

async function hasTable(place: Place, name: string): Promise<boolean> {
  return (await askDatabase(place, `SELECT 1 FROM sqlite_master WHERE name = '${name}'`)).length > 0;
}

/** Whether the platform's gateways answer the worker from where Cloudflare runs it: some let known addresses in alone. */
export async function unreachedGateways(place: Place): Promise<string[]> {
  const headers = await deploymentHeaders(place);
  const answer = await askWorker<Reached>(place, "reach-gateways", {
    headers,
    body: {},
    patienceMs: answerMs,
  });
  if (typeof answer === "string") return [`The gateways could not be tried (${answer}).`];
  return answer
    .filter(({ state }) => state !== "reached")
    .map(({ gateway, host, state, detail }) => {
      const who = `${gateway} (${host})`;
      if (state === "refused")
        return `${who} does not know the platform's key (${detail}). Copy key and secret of the app that went live once more into ${place.settings.shownPath}, then npm run deploy.`;
      return state === "turned_away"
        ? `${who} turns the worker away (${detail}): it does not let Cloudflare's addresses in. Set up the relay (docs/go-live.md, "Relay").`
        : `${who} does not answer the worker (${detail}). Run the same command again; if it stays so, set up the relay (docs/go-live.md, "Relay").`;
    });
}
