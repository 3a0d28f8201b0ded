import { createRequire } from "node:module";
import { Mpesa } from "safaricom-mpesa-node";
import { APP, CALLBACK_URL, RESULT_URL, TIMEOUT_URL } from "./daraja-world.ts";

// Libraries that were written against the real gateway; only their base address is changed.

type Answer = Promise<{ status: number; data: Record<string, unknown> }>;

/** The part of Safaricom's own library that is called here; it brings no types. */
export type SafaricomLibrary = {
  baseURL: string;
  /** Seals the operator's password by Safaricom's certificate, differently each time. */
  security(): string;
  lipaNaMpesaOnline(phone: number, amount: number, callbackUrl: string, reference: string): Answer;
  lipaNaMpesaQuery(checkoutRequestId: string): Answer;
  c2bRegister(confirmationUrl: string, validationUrl: string): Answer;
  c2bSimulate(phone: number, amount: number, reference: string): Answer;
  b2b(
    ...request: [
      ...[from: number, to: number, amount: number, timeoutUrl: string, resultUrl: string],
      ...[fromKind: number, toKind: number, initiator: string, commandId: string, reference: string],
    ]
  ): Answer;
  reversal(receipt: string, amount: number, timeoutUrl: string, resultUrl: string, shortCode: string): Answer;
  transactionStatus(
    ...request: [receipt: string, shortCode: string, kind: number, timeoutUrl: string, resultUrl: string]
  ): Answer;
};

const require = createRequire(import.meta.url);
const SafaricomMpesa: new (config: Record<string, unknown>) => SafaricomLibrary = require("mpesa-node");

/** Safaricom's library for Node. Numbers instead of text, UTC instead of Nairobi time. */
export function safaricomLibrary(origin: string): SafaricomLibrary {
  const mpesa = new SafaricomMpesa({
    consumerKey: APP.consumerKey,
    consumerSecret: APP.consumerSecret,
    environment: "sandbox",
    shortCode: Number(APP.shortCode),
    lipaNaMpesaShortCode: Number(APP.shortCode),
    lipaNaMpesaShortPass: APP.passkey,
    initiatorName: APP.initiatorName,
  });
  mpesa.baseURL = origin;
  // The simulator knows the operator by what was sealed once, as the product keeps it.
  mpesa.security = () => String(APP.securityCredential);
  return mpesa;
}

type Post = (
  path: string,
  body: Record<string, unknown>,
  headers: Record<string, string>,
) => Promise<unknown>;

/** Version 3 of B2C is version 1, which the package speaks, with the caller's own name for the payment. */
function inVersion3(post: Post, own: () => string): Post {
  const [first, third] = ["/mpesa/b2c/v1/paymentrequest", "/mpesa/b2c/v3/paymentrequest"];
  return async (path, body, headers) =>
    path === first
      ? post(third, { OriginatorConversationID: own(), ...body }, headers)
      : post(path, body, headers);
}

/** The package `safaricom-mpesa-node`. @param over.own names its payments to phones */
export function packageClient(
  origin: string,
  { own = () => crypto.randomUUID(), passkey = APP.passkey }: { own?: () => string; passkey?: string } = {},
): Mpesa {
  const https = (url: string) => url.replace("http:", "https:");
  const mpesa = new Mpesa({
    consumerKey: APP.consumerKey,
    consumerSecret: APP.consumerSecret,
    businessShortCode: APP.shortCode,
    passkey,
    environment: "sandbox",
    callbackUrl: https(CALLBACK_URL),
    resultUrl: https(RESULT_URL),
    timeoutUrl: https(TIMEOUT_URL),
    initiatorName: String(APP.initiatorName),
    securityCredential: String(APP.securityCredential),
    retry: { enabled: false },
  });
  const transport: unknown = Reflect.get(mpesa, "httpClient");
  if (typeof transport !== "object" || transport === null) throw new Error("The client has no transport.");
  Reflect.set(transport, "baseUrl", origin);
  const post: unknown = Reflect.get(transport, "post");
  if (typeof post !== "function") throw new Error("The client sends nothing.");
  Reflect.set(transport, "post", inVersion3(post.bind(transport), own));
  return mpesa;
}
