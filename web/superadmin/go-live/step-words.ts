import type { GoLiveStepId } from "#contract/values/go-live";
import { t } from "../../console/language.ts";
import { addresses } from "../navigation.ts";

type StepWords = {
  /** What to do, and by what it is seen to be done. */
  todo: string;
  /** What the platform saw; the day stands behind it. */
  seen?: string;
  /** The page on which it is done or seen. */
  at?: { to: string; name: string };
};

/** What docs/go-live.md says at length. @param about whose or which it is, as it was seen */
export function stepWords(id: GoLiveStepId, about: string): StepWords {
  const routers = { to: addresses.routers, name: t("Routers") };
  const providers = { to: addresses.providers, name: t("Providers") };
  const reconciliation = (tab: string, name: string) => ({
    to: `${addresses.reconciliation}?tab=${tab}`,
    name,
  });
  const words: Record<GoLiveStepId, StepWords> = {
    domain: {
      todo: t("A domain at Cloudflare with Workers Paid. Seen once this page stands there."),
      seen: t("This page stands at {about}", { about }),
    },
    token: {
      todo: t("The token by which npm run deploy acts. Seen once it has deployed."),
      seen: t("Deployed by it"),
    },
    zone: {
      todo: t(
        "Bot Fight Mode off, and no rule that challenges /cb/, /c/, /api/ and /bridge/. Seen once a gateway's report and a bridge came through.",
      ),
      seen: t("A gateway's report and a bridge came through"),
    },
    deploy: {
      todo: t(
        "npm run deploy, copies of .deploy away from the machine, and an address for the first operator. Seen once it does its work of every minute at its domain, and letters to operators have an address.",
      ),
      seen: t("Does its work of every minute"),
    },
    told: {
      todo: t(
        "Notifications at Cloudflare for usage and certificate. A monitor outside that asks /api/health each minute and rings a phone: let it ring once.",
      ),
    },
    code: {
      todo: t(
        "A pay bill or till, and its Business Administrator at org.ke.m-pesa.com with your e-mail and phone.",
      ),
    },
    app: {
      todo: t(
        "Go live at developer.safaricom.co.ke and ask for each product. Seen once the app's settings for production are there.",
      ),
      seen: t("The app of {about} is set", { about }),
    },
    initiator: {
      todo: t(
        "An API operator for refunds, status and payouts. Its password runs out after about 90 days: renew it and the security credential on one day. Seen by the first refund.",
      ),
      seen: t("A refund went back"),
    },
    prompts: {
      todo: t(
        "Ask Safaricom in writing whether your app may lead money to your providers' short codes. Until then they enter apps of their own, or you collect and pay out.",
      ),
    },
    settings: {
      todo: t(
        "PLATFORM_MPESA_… in .deploy/production.env, then npm run deploy. Seen once the settings are there and the gateways let this platform in.",
      ),
      seen: t("The gateways let this platform in"),
    },
    typed: {
      todo: t(
        "Receive typed payments, at each pay bill among a provider's gateways. Seen by the first payment that somebody typed.",
      ),
      seen: t("A typed payment was reported"),
      at: providers,
    },
    others: {
      todo: t("Only where you want them. Seen once such a gateway has collected KSh 1."),
      seen: about === "bank" ? t("A bank collects") : t("Airtel Money collects"),
    },
    letters: {
      todo: t(
        "A service that sends letters for your domain, with SPF and DKIM. Seen once it takes letters and none waits.",
      ),
      seen: t("A letter was taken"),
      at: { to: addresses.howItRuns, name: t("How it runs") },
    },
    host: {
      todo: t(
        "So that a provider needs no computer at its site. Its DNS record is not proxied. Seen once a router is reached through it.",
      ),
      seen: t("A router is reached through {about}", { about }),
      at: routers,
    },
    provider: {
      todo: t("The first one, with a gateway that collected KSh 1 and a router that is reached."),
      seen: t("{about} can sell", { about }),
      at: providers,
    },
    shilling: {
      todo: t("Join its WiFi with a phone and buy a plan of KSh 1."),
      seen: t("Something was sold"),
      at: providers,
    },
    back: {
      todo: t("Give that shilling back, and see it in your M-Pesa."),
      seen: t("A refund went back"),
      at: reconciliation("refunds", t("Refunds")),
    },
    morning: {
      todo: t("The first night with sales is compared to its end, without a difference."),
      seen: t("A night agreed"),
      at: reconciliation("nights", t("Nights")),
    },
    data: {
      todo: t(
        "Registration with the ODPC, a contract with each provider about its customers' data, a privacy page.",
      ),
    },
    internet: { todo: t("Each provider's licence of the Communications Authority.") },
    money: {
      todo: t("Where you collect for providers: ask whether that is a payment service."),
    },
    terms: { todo: t("Pages with terms and privacy for visitors; invoices and tax as the KRA asks.") },
  };
  return words[id];
}
