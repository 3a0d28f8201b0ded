import type { PaymentInitiated, PaymentStatus } from "#contract/payments";
import type { VoucherRedeemed } from "#contract/vouchers";
import { ask } from "./ask.ts";
import { control } from "./control.ts";
import type { Site } from "./site.ts";

/** Asks again until the answer suits, or fails with the last one. */
export async function until<T>(
  what: string,
  read: () => Promise<T>,
  suits: (value: T) => boolean,
  withinMs = 30_000,
): Promise<T> {
  const end = Date.now() + withinMs;
  let last: unknown;
  do {
    try {
      const value = await read();
      if (suits(value)) return value;
      last = value;
    } catch (cause) {
      last = cause;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  } while (Date.now() < end);
  throw new Error(
    `${what}: not within ${withinMs / 1_000} s; last: ${last instanceof Error ? last.message : JSON.stringify(last)}`,
  );
}

/** Who comes from somewhere else than all of this machine. */
const lineOf = (network: string | undefined): Record<string, string> =>
  network === undefined ? {} : { "cf-connecting-ip": network };

export type Prompt = { id: string; phoneNumber: string; amount: number; state: string };
export type RouterReport = {
  reachable: boolean;
  active: { mac: string; address: string; user: string }[];
  writeCommands: number;
  writes: { connection: number; command: string }[];
};

/** The outside of a site: what visitors, payers and the simulators' controls do. */
export class Visitors {
  readonly site: Site;

  constructor(site: Site) {
    this.site = site;
  }

  get routerId(): string {
    return this.site.seeded.demo.routers[0]?.id ?? "";
  }

  async initiate(
    mac: string | null,
    planId: string,
    phoneNumber: string,
    { key, network }: { key?: string; network?: string } = {},
  ): Promise<PaymentInitiated & { status: number }> {
    const answer = await ask(this.site.origin, "/api/payment/initiate", {
      json: { phoneNumber, planId, macAddress: mac, routerId: this.routerId },
      headers: { ...(key ? { "idempotency-key": key } : {}), ...lineOf(network) },
    });
    return { status: answer.status, ...JSON.parse(answer.text) };
  }

  async redeem(
    mac: string,
    voucherCode: string,
    network?: string,
  ): Promise<VoucherRedeemed & { status: number }> {
    const answer = await ask(this.site.origin, "/api/voucher/redeem", {
      json: { voucherCode, macAddress: mac, routerId: this.routerId },
      headers: lineOf(network),
    });
    return { status: answer.status, ...JSON.parse(answer.text) };
  }

  async status(transactionId: string): Promise<PaymentStatus> {
    const answer = await ask(this.site.origin, `/api/payment/status/${transactionId}`);
    return JSON.parse(answer.text);
  }

  untilStatus(
    transactionId: string,
    suits: (status: PaymentStatus) => boolean,
    withinMs?: number,
  ): Promise<PaymentStatus> {
    return until("payment status", () => this.status(transactionId), suits, withinMs);
  }

  untilOnline(transactionId: string, withinMs?: number): Promise<PaymentStatus> {
    return this.untilStatus(transactionId, (status) => status.access === "online", withinMs);
  }

  async prompts(): Promise<Prompt[]> {
    return control(this.site, "/control/prompts");
  }

  async openPrompt(phone: string): Promise<Prompt> {
    const found = await until(
      "a prompt",
      async () =>
        (await this.prompts()).find((prompt) => prompt.phoneNumber === phone && prompt.state === "open"),
      (prompt) => prompt !== undefined,
    );
    if (!found) throw new Error("no prompt");
    return found;
  }

  answerPrompt(id: string, outcome: string): Promise<unknown> {
    return control(this.site, `/control/prompts/${id}`, { outcome });
  }

  gateway(settings: Record<string, unknown>): Promise<unknown> {
    return control(this.site, "/control/gateways", settings);
  }

  router(body: Record<string, unknown>): Promise<unknown> {
    return control(this.site, "/control/router", body);
  }

  async routerReport(): Promise<RouterReport> {
    return control(this.site, "/control/router");
  }

  async isLetOut(mac: string): Promise<boolean> {
    return (await control<{ online: boolean }>(this.site, `/control/router/phone?mac=${mac}`)).online;
  }
}
