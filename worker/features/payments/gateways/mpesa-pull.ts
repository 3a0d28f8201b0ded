import * as z from "zod";
import type { Context } from "../../../context.ts";
import { parseKenyanMobile } from "../../../contract/values/phone.ts";
import { nairobiMs } from "../../../contract/values/time.ts";
import { darajaCall } from "./daraja-call.ts";
import type { GatewayAnswer } from "./gateway-call.ts";
import { wireText } from "./wire.ts";

// Daraja's pull: what a short code received in the last 48 hours, by Safaricom's own books.

export type StatementRow = {
  receipt: string;
  amountCents: number;
  /** Under which account it came; empty for a till. */
  account: string;
  /** UTC ms, by a clock that Safaricom does not name; it may be Nairobi's. */
  at: number;
  /** 254 and nine digits; null where it is masked. */
  phone: string | null;
};

/** Why there is no statement. `isFinal`: the gateway itself refuses it, and asking again would not help. */
export type StatementFault = { fault: string; isFinal: boolean };

/** A short code, by whose app it is asked about, and a Safaricom number of that one's, which the registration asks for. */
export type StatementAccount = {
  /** Of the provider that has the credentials; null = the platform's own app. */
  gatewayId: string | null;
  environment: "sandbox" | "production";
  shortCode: string;
  nominatedNumber: string;
};

const rowsAtOnce = 100;
const Row = z.object({
  transactionId: z.string().min(1),
  trxDate: z.string(),
  amount: wireText,
  billreference: wireText.nullish(),
  msisdn: wireText.nullish(),
});
const Page = z.object({ ResponseCode: wireText, Response: z.array(z.array(z.unknown())).optional() });
const Registered = z.object({ ResponseStatus: wireText });

/** Between two moments (UTC ms), oldest first. @returns why there is no statement, as a sentence for the operator */
export async function pullStatement(
  ctx: Context,
  account: StatementAccount,
  from: number,
  to: number,
): Promise<{ rows: StatementRow[] } | StatementFault> {
  const rows: StatementRow[] = [];
  let hasRegistered = false;
  for (;;) {
    const answer = await call(ctx, account, "/pulltransactions/v1/query", {
      ShortCode: account.shortCode,
      StartDate: inNairobi(from),
      EndDate: inNairobi(to),
      OffSetValue: String(rows.length),
    });
    const page = answer.kind === "answered" && answer.status === 200 ? Page.safeParse(answer.body) : null;
    if (page?.success) {
      // 1001 says that there is nothing (more).
      const found = page.data.ResponseCode === "1000" ? (page.data.Response ?? []).flat() : [];
      for (const row of found) {
        const read = Row.safeParse(row);
        if (!read.success) return { fault: "The statement cannot be read.", isFinal: false };
        const { transactionId, trxDate, amount, billreference, msisdn } = read.data;
        const amountCents = Math.round(Number(amount) * 100);
        rows.push({
          receipt: transactionId,
          amountCents,
          account: billreference ?? "",
          at: Date.parse(trxDate),
          phone: parseKenyanMobile(msisdn ?? "") ?? null,
        });
      }
      if (found.length < rowsAtOnce) return { rows };
    } else if (!hasRegistered && answer.kind === "answered") {
      // Registered once per short code; a repeat says so and does no harm.
      const fault = await register(ctx, account);
      if (fault) return fault;
      hasRegistered = true;
    } else return faultOf(answer);
  }
}

async function register(ctx: Context, account: StatementAccount): Promise<StatementFault | null> {
  const answer = await call(ctx, account, "/pulltransactions/v1/register", {
    ShortCode: account.shortCode,
    RequestType: "Pull",
    NominatedNumber: account.nominatedNumber,
    // Asked for by the form of the call; rows are only ever queried.
    CallBackURL: `${ctx.settings.MAIN_ORIGIN}/cb/p`,
  });
  const read = answer.kind === "answered" && answer.status === 200 ? Registered.safeParse(answer.body) : null;
  return read?.success && ["1000", "1001"].includes(read.data.ResponseStatus) ? null : faultOf(answer);
}

/** Silence and a server's own fault pass; a refusal stands until something is changed at the gateway. */
function faultOf(answer: GatewayAnswer): StatementFault {
  if (answer.kind !== "answered")
    return { fault: `The gateway could not be asked: ${answer.detail}.`, isFinal: false };
  const { body, status } = answer;
  const said =
    typeof body === "object" && body !== null && "errorMessage" in body ? String(body.errorMessage) : "";
  const isFinal = status >= 400 && status < 500 && status !== 429;
  const code = said === "" ? `HTTP ${status}` : `${said}, HTTP ${status}`;
  return isFinal
    ? { fault: `M-Pesa refuses it (${code}): ask Safaricom to allow Pull Transactions there.`, isFinal }
    : { fault: `The gateway could not answer (${code}).`, isFinal };
}

function call(
  ctx: Context,
  { gatewayId, environment }: StatementAccount,
  path: string,
  body: Record<string, string>,
): Promise<GatewayAnswer> {
  const credentials = gatewayId === null ? "platform" : "provider";
  const route = { gatewayId: gatewayId ?? "", environment, credentials } as const;
  return darajaCall({ ctx, route }, path, () => body);
}

/** `YYYY-MM-DD HH:mm:ss` in East African Time. */
function inNairobi(at: number): string {
  return new Date(at + nairobiMs).toISOString().slice(0, 19).replace("T", " ");
}
