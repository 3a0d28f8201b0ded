import { env } from "cloudflare:workers";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import * as campaigns from "#contract/campaigns";
import { saveOwnerNews } from "#contract/owner-news";
import { nairobiDay } from "#contract/values/duration";
import { dayMs, hourMs } from "#contract/values/time";
import { loadAll } from "#worker/features/backups/read-backup";
import { sweepProvider } from "#worker/sweep-provider";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { type CreditWorld, give, offer, openCreditWorld } from "../credits/credit-world.ts";
import { putPayment } from "../transactions/sales-rows.ts";
import { type BackupWorld, backupWorld } from "./backup-world.ts";

// What was told and sent on the morning after the backup, which the backup does not know: it is neither told again nor sent by one press more.

let here: CreditWorld;
let backup: BackupWorld;

beforeAll(async () => {
  here = await openCreditWorld();
  backup = await backupWorld();
  backup.withStore(here.world.others);
  vi.setSystemTime(midnight() + dayMs + 2 * hourMs);
  await backup.setUp([here.providerId, here.world.seeded.savanna.id]);
});
afterAll(() => here.world.close());

const midnight = () => Date.parse(`${nairobiDay(Date.now())}T00:00:00+03:00`);
const at = async (hour: number) => {
  vi.setSystemTime(midnight() + hour * hourMs);
  await here.renew();
};
const database = () => tenantDatabase(here.providerId);
const sweep = () => sweepProvider(testContext(), here.providerId);

async function answered<Answer>(asked: Promise<{ ok: true; answer: Answer } | { ok: false; text: string }>) {
  const given = await asked;
  if (!given.ok) throw new Error(given.text);
  return given.answer;
}

/** Without one there is nothing to tell of a day. */
const soldYesterday = () =>
  putPayment(here.world.seeded.demo, { createdAt: midnight() - 12 * hourMs, shillings: 150 });

/** Three phones that agreed. */
const agreed = () =>
  database().batch(
    [1, 2, 3].map((n) =>
      database()
        .prepare("INSERT INTO message_consents (phone, payment_id, agreed_at, stop_code) VALUES (?, ?, ?, ?)")
        .bind(`25479900000${n}`, `p${n}`, Date.now() - dayMs, `00000000000${n}`),
    ),
  );

async function letters(): Promise<{ mornings: number; low: number }> {
  const { results } = await env.DB.prepare("SELECT event FROM mail").all<{ event: string | null }>();
  const begun = (word: string) => results.filter(({ event }) => event?.startsWith(word)).length;
  return { mornings: begun("morning "), low: begun("credits-low ") };
}

test("the owner's morning, the letter of low credits and what a campaign held back go out once, also where the account is lost in between", async () => {
  await at(1);
  await offer(here);
  await give(here, 100);
  await agreed();
  await soldYesterday();
  await answered(
    call(saveOwnerNews, { body: { morning: "mail", hour: 7, alarms: false, language: "en" } }, here.demo),
  );
  const body = { audience: "all" as const, text: "Demo WiFi: half price tonight", people: 3, cost: 3 };
  const { campaign } = await answered(call(campaigns.sendCampaign, { body }, here.demo));
  const params = { id: campaign.id };
  await answered(call(campaigns.stopCampaign, { params }, here.demo));
  await give(here, -85);
  const night = await backup.backUp();
  expect(await letters()).toEqual({ mornings: 0, low: 0 });

  await at(9);
  await answered(call(campaigns.resumeCampaign, { params, body: { cost: 3 } }, here.demo));
  await sweep();
  expect(here.sms.accepted).toHaveLength(3);
  expect(await letters()).toEqual({ mornings: 1, low: 1 });

  await backup.loseTheAccount();
  await loadAll(backup.source(night), backup.target);
  await at(10);
  await sweep();
  expect(await letters()).toEqual({ mornings: 0, low: 0 });
  const again = await call(campaigns.resumeCampaign, { params, body: { cost: 3 } }, here.demo);
  expect(again.ok ? "" : again.refusal?.reason).toBe("campaign_nothing_left");
  const [loaded] = await answered(call(campaigns.listCampaigns, { query: {} }, here.demo));
  expect(loaded).toMatchObject({ resumable: 0, states: { unclear: 3, held: 0 } });
  await sweep();
  expect(here.sms.accepted).toHaveLength(3);

  // The next morning is told as every other.
  vi.setSystemTime(midnight() + dayMs);
  await soldYesterday();
  await at(7);
  await sweep();
  expect(await letters()).toEqual({ mornings: 1, low: 0 });
});
