import { ask } from "./ask.ts";
import { operatorCookie } from "./console-operator.ts";
import type { Site } from "./site.ts";

/** The operator's SMS account, typed and tried: providers write by it from then on. Prices in KES. */
export async function offerSms(site: Site, price = { segmentPrice: 1, gift: 20 }): Promise<void> {
  const { username, apiKey } = site.secrets.smsAccount;
  const headers = { cookie: await operatorCookie(site) };
  const calls = [
    ["PUT", "", { username, apiKey, ...price }],
    ["POST", "/test", { phoneNumber: "0712345678" }],
  ] as const;
  for (const [method, path, json] of calls) {
    const answer = await ask(site.main, `/api/superadmin/sms${path}`, { method, json, headers });
    if (answer.status !== 200) throw new Error(`the SMS account: ${answer.status} ${answer.text}`);
  }
}
