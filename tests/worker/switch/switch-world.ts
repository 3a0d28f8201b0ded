import { env } from "cloudflare:workers";
import type { SwitchInput } from "#contract/switch";
import * as contract from "#contract/switch";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { signInOperator } from "../../support/sign-in.ts";
import { call, hostOf } from "../../support/worker-call.ts";

/** What a test says of a switch; the rest is a manual one to a pay bill. */
const someSwitch = (over: Partial<SwitchInput> = {}): SwitchInput => ({
  name: "Head office",
  accountType: "mobile_money",
  centralPaymentGatewayId: "mpesa",
  centralAccountNumber: "600200",
  targetAmount: 1_000,
  ...over,
});

/** The operator's calls, as the console makes them. */
export async function operatorCalls({ operator }: TwoProviders) {
  const as = { host: hostOf(), cookie: await signInOperator(operator) };
  const params = (id: string) => ({ params: { id } });
  return {
    as,
    /** Its account counts as tried: what a verification is has tests of its own. */
    async create(over: Partial<SwitchInput> = {}) {
      const created = await call(contract.createSwitch, { body: someSwitch(over) }, as);
      if (created.ok) await markTried(created.answer.id);
      return created;
    },
    createUntried: (over: Partial<SwitchInput> = {}) =>
      call(contract.createSwitch, { body: someSwitch(over) }, as),
    /** As somebody who has just read it, unless a revision is named. */
    async update(id: string, body: Record<string, unknown>) {
      const row = await env.DB.prepare("SELECT revision FROM switches WHERE id = ?1").bind(id).first();
      return call(
        contract.updateSwitch,
        { ...params(id), body: { revision: row?.revision ?? 0, ...body } },
        as,
      );
    },
    activate: (id: string) => call(contract.activateSwitch, params(id), as),
    deactivate: (id: string) => call(contract.deactivateSwitch, params(id), as),
    stop: (id: string, reason: string) =>
      call(contract.emergencyDeactivateSwitch, { ...params(id), body: { reason } }, as),
    remove: (id: string) => call(contract.deleteSwitch, params(id), as),
    async list() {
      const answer = await call(contract.listSwitches, {}, as);
      if (!answer.ok) throw new Error(answer.text);
      return answer.answer;
    },
    async transactions(query: Record<string, string> = {}) {
      const answer = await call(contract.switchTransactions, { query }, as);
      if (!answer.ok) throw new Error(answer.text);
      return { rows: answer.answer, total: Number(answer.headers.get("x-total-count")) };
    },
  };
}

/** As a verification that was paid and named leaves it. */
export async function markTried(id: string): Promise<void> {
  await env.DB.prepare(
    `UPDATE switches SET tried_at = created_at, tried_payee = 'MLANGO LTD', updated_at = updated_at + 1,
      tried_route = account_type || ' ' || central_payment_gateway_id || ' ' || central_account_number WHERE id = ?1`,
  )
    .bind(id)
    .run();
}

type Created = Awaited<ReturnType<Awaited<ReturnType<typeof operatorCalls>>["create"]>>;

export function idOf(created: Created): string {
  if (!created.ok) throw new Error(created.text);
  return created.answer.id;
}
