import type { Book } from "./book.ts";

export const operatorEn: Book<"operator"> = {
  title: "For the operator",
  intro:
    "You run the platform for many providers. Commands and all details are in docs/operate.md, beside the program.",
  parts: {
    "new-provider": "Every day",
    "safaricom-down": "When something fails",
    "watch-minute": "How it runs",
  },
  topics: {
    "new-provider": {
      title: "A new provider",
      text: `
1. **Providers**, **Add Provider**: business name, contact, subdomain.
2. In the provider's profile, **Payment Gateways**: where the money goes. Production collects only after **Verify with KSh 1** has arrived.
3. A router: the provider adds it by one line, or you assign one.
4. The profile's overview says what is missing **Until it sells**.`,
    },
    "each-day": {
      title: "What to look at each day",
      text: `
1. The dashboard: what stands on top wants a person.
2. **Reconciliation**: last night's run is complete, no difference is older than a day.
3. **Provider Billing**: payments that providers say they made.
4. **Payouts**, if you collect for providers: those that are **Unclear**, and whether the account that pays out holds what is **Owed to providers**. Move money to it at M-Pesa in time. Before you turn collecting on, ask whether you need a licence: it holds other people's money.
5. A service outside asks \`/api/health\` each minute and calls you when it does not answer 200.`,
    },
    "new-host": {
      title: "A host for routers, or another one in its place",
      text: `
**Routers**, **Set up a host**: name, public address, one line for a Debian machine. Open UDP 51820 and, for RouterOS 6, TCP 1194 to it.
A broken host: point its DNS name at the new machine, **Set up a host** with the same name, and run the line. Routers need nothing new.
With a second host its routers are driven by that one after 12 seconds: those whose line was pasted since it stands. The card says how many have to paste theirs again.`,
    },
    "safaricom-down": {
      title: "Safaricom does not answer",
      text: `
- Leave payments that have begun alone. We ask for 24 hours; late money is served, and nothing is pushed twice.
- Tell providers: vouchers work, who is online stays online, nobody should pay again before the phone says that it failed.
- Afterwards a configuration that is **Stopped** is verified with KSh 1; the platform's own app comes back by itself.
- The day after: **Reconciliation**, **Compare now** for that day.`,
    },
    restore: {
      title: "A provider removed something by mistake",
      text: `
1. **Suspend** the provider. Who is online stays online.
2. Profile, **Data**, **Restore provider**: the minute before the mistake. What was sold since stays.
3. Look at **Reconciliation**, then **Activate**.`,
    },
    "leaked-secret": {
      title: "A password or key is in wrong hands",
      text: `
- An operator's: **Operators**, disable the account, then look at **Audit** from that hour on.
- A bridge's machine was stolen: **Revoke** the bridge. What opens its routers is renewed.
- A gateway's: new credentials in the provider's **Payment Gateways**.
- The platform's root secret: docs/operate.md, "Rotate a secret".`,
    },
    "watch-minute": {
      title: "What is done every minute",
      text: `
The cron does not run. Payments go on by themselves meanwhile; letters and sweeps wait.
Cloudflare's dashboard, the worker, Triggers: one cron for each minute. Then its errors. Since a new version: \`npm run deploy -- --rollback\`.`,
    },
    "watch-wakes": {
      title: "The providers' own work",
      text: `
A provider's object did not wake in time; it is woken one by one. One provider: look for its id in the logs. All of them: a new version or Cloudflare itself.`,
    },
    "watch-mail": {
      title: "Letters",
      text: `
The mail service refuses or is not set: \`MAIL_URL\`, \`MAIL_TOKEN\`, \`MAIL_FROM\`, then deploy. What waited goes out by itself.`,
    },
    "watch-differences": {
      title: "Differences of the books",
      text: `
**Reconciliation** lists both amounts. Look them up at the gateway, resolve with a note, or **Replay** a message. Never pay twice to make a sum fit.`,
    },
    "watch-confirmations": {
      title: "Payments that providers say they made",
      text: `
**Provider Billing**: find the receipt in your account, then verify or reject. Until then the provider's invoice stays open.`,
    },
    "watch-online": {
      title: "From paid to online",
      text: `
Half of the last hour's buyers waited longer than a minute after paying. **Bridges** and the routers that are away come first: their providers are told already. Nothing away: a new version, or the worker's errors. Who paid is let in as soon as the router answers.`,
    },
    "watch-database": {
      title: "Size of the database",
      text: `
D1 holds 10 GB. Make a backup, see what has grown (audit and mail are the first), and ask a developer for a migration that cuts it. Delete nothing by hand.`,
    },
    "watch-largest": {
      title: "Size of the largest provider",
      text: `
Each provider's rows are in an object of their own, which holds 10 GB. Ask a developer which table has grown and for a migration that cuts it. Until then everything goes on; nothing has to be moved.`,
    },
  },
};
