import type { Theme } from "#contract/branding";
import type { Refusal } from "#contract/endpoint";
import type { InitiatePayment, PaymentInitiated, PaymentStatus } from "#contract/payments";
import type { VisitorNow } from "#contract/portal";
import type { ClaimPurchase, PurchaseClaimed, RoamOutcome } from "#contract/purchase-recovery";
import type { RedeemVoucher, VoucherRedeemed } from "#contract/vouchers";

/** The server said no, in a sentence for the visitor. */
export class RefusedError extends Error {
  // Declared only: a field of a class costs our oldest browsers half a kilobyte of replacement.
  declare readonly code: string;
  declare readonly reason: string | null;
  /** When it may be tried again; null where waiting does not help. */
  declare readonly retryAfterMs: number | null;
  constructor(refusal: Partial<Refusal>, retryAfter: string | null = null) {
    const sentence = refusal.message ?? refusal.error ?? "";
    super(refusal.code === "internal" ? `${sentence} (${refusal.requestId})` : sentence);
    this.name = "RefusedError";
    this.code = refusal.code ?? "";
    this.reason = refusal.reason ?? null;
    this.retryAfterMs = retryAfter === null ? null : Number(retryAfter) * 1_000 || null;
  }
}

const answerMs = 8_000;
/** A first prompt may have to wait for a gateway's token and its slow answer. */
const purchaseMs = 30_000;

/** `AbortController` is younger than our oldest browsers: a late answer is simply not waited for. */
function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer in ${ms} ms`)), ms);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

type Init = { method?: string; headers?: Record<string, string>; body?: string };

/**
 * Resolves with the JSON of an OK answer. Rejects with RefusedError when the server refused in words, with another
 * error when nobody knows what happened.
 */
async function call<Answer>(path: string, init: Init, ms: number): Promise<Answer> {
  const exchange = async () => {
    const { headers, ...rest } = init;
    const response = await fetch(path, {
      credentials: "same-origin",
      cache: "no-store",
      ...rest,
      // The server's sentences come in the language of the page, whatever the browser prefers.
      headers: { ...headers, "accept-language": document.documentElement.lang },
    });
    const text = await response.text();
    if (response.ok) return JSON.parse(text) as Answer;
    throw (
      refusalIn(text, response.headers.get("retry-after")) ??
      new Error(`${response.status}: ${text || response.statusText}`)
    );
  };
  return within(ms, exchange());
}

function refusalIn(text: string, retryAfter: string | null): RefusedError | undefined {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === "object" && body !== null && "code" in body) {
      return new RefusedError(body as Partial<Refusal>, retryAfter);
    }
  } catch (cause) {
    // A proxy's HTML page, not our refusal: the caller reports the status instead.
    if (!(cause instanceof SyntaxError)) throw cause;
  }
  return undefined;
}

function post(payload: object, key: string | null = null): Init {
  return {
    method: "POST",
    headers: { "content-type": "application/json", ...(key === null ? {} : { "idempotency-key": key }) },
    body: JSON.stringify(payload),
  };
}

export function initiate(payload: InitiatePayment, key: string): Promise<PaymentInitiated> {
  return call("/api/payment/initiate", post(payload, key), purchaseMs);
}

export function redeem(payload: RedeemVoucher, key: string): Promise<VoucherRedeemed> {
  return call("/api/voucher/redeem", post(payload, key), purchaseMs);
}

export function claim(payload: ClaimPurchase, key: string): Promise<PurchaseClaimed> {
  return call("/api/claim", post(payload, key), purchaseMs);
}

/** What this browser bought at another hotspot follows it here. */
export function roam({ mac, routerId }: { mac: string | null; routerId: string | null }): Promise<{
  outcome: RoamOutcome;
}> {
  return call("/api/roam", post({ macAddress: mac, routerId }), purchaseMs);
}

export function readStatus(transactionId: string): Promise<PaymentStatus> {
  return call(`/api/payment/status/${encodeURIComponent(transactionId)}`, {}, answerMs);
}

/** "Wrong number?": the next prompt need not wait for this one. */
export function letGo(transactionId: string): Promise<{ success: true }> {
  return call(`/api/payment/${encodeURIComponent(transactionId)}/let-go`, post({}), answerMs);
}

export type VisitorAnswer = { mark: string; visitor: VisitorNow | null };

export function readVisitor(
  { mac, routerId }: { mac: string | null; routerId: string | null },
  mark: string,
): Promise<VisitorAnswer> {
  const query = Object.entries({ mac, routerId, mark })
    .flatMap(([name, value]) => (value ? `${name}=${encodeURIComponent(value)}` : []))
    .join("&");
  return call(`/api/visitor/now?${query}`, {}, answerMs);
}

export function readTheme(): Promise<{ theme: Theme }> {
  return call("/api/superadmin/theme", {}, answerMs);
}

export function saveTheme(theme: Theme): Promise<{ theme: Theme }> {
  const headers = { "content-type": "application/json" };
  return call(
    "/api/superadmin/theme",
    { method: "POST", headers, body: JSON.stringify({ theme }) },
    answerMs,
  );
}
