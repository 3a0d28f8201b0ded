import type { Context } from "../../../context.ts";
import type { PaymentReason } from "../../../contract/payments.ts";
import type { RefundFacts } from "../../../contract/refunds.ts";
import type { Text } from "../../../contract/texts.ts";
import type { FaultReport } from "../../../contract/values/gateway-faults.ts";
import type { Gateway as Configured } from "../../gateways/index.ts";
import type { Diversion } from "../../switch/index.ts";
import type { Door, RefundName } from "../core/callbacks.ts";
import type { AppOf, Route, SealedSecrets } from "../core/route.ts";
import type { GatewayClient } from "./gateway-api.ts";
import type { RefundEvent, RefundSubject } from "./refund-types.ts";

export type SecretsLine = {
  ctx: Context;
  route: Pick<Route, "gatewayId" | "credentials">;
  /** Read before in the same act; undefined = not yet. */
  sealed?: SealedSecrets | undefined;
};

/** What a driver needs of the outside, besides the route. */
export type Line<R extends Route = Route> = {
  ctx: Context;
  route: R;
  sealed?: SealedSecrets | undefined;
  /** Where the gateway reports the result of this very payment. */
  callbackUrl: string;
};

export type PushRequest = {
  paymentId: string;
  providerId: string;
  phone: string;
  shillings: number;
  description: string;
};

export type PushResult =
  | { kind: "accepted"; handle: string }
  | ({ kind: "refused"; reason: PaymentReason } & FaultReport)
  | ({ kind: "unclear" } & FaultReport);

export type QueryResult =
  | { kind: "paid"; receipt: string | null }
  | ({ kind: "declined"; reason: PaymentReason } & FaultReport)
  /** Still waiting for the payer. */
  | { kind: "open" }
  /** The gateway did not say; ask again. */
  | { kind: "silent"; detail: string };

/** What a callback says. Every field that it does not carry is null: only what is there must match. */
export type CallbackReading = FaultReport & {
  /** The push that it is about; null where only the address says it. */
  handle: string | null;
  /** Why it failed; null = it was paid. */
  reason: PaymentReason | null;
  receipt: string | null;
  amountCents: number | null;
  /** The payer as it is written there, perhaps hidden or hashed (`payerAgrees`). */
  phone: string | null;
  /** Money may have moved although it calls itself failed: a person has to look. */
  isDoubtful?: boolean;
};

/** A gateway's callback about one push, with what vouches for it. */
export type ReadCallback = {
  reading: CallbackReading;
  /** The gateway's signature covers all of `reading`. */
  isSigned: boolean;
};

/** A field of a callback that the gateway's real "paid" always carries: without it, it is not the gateway's. */
export type CarriedField = "handle" | "amountCents" | "receipt";

export type Driver<R extends Route> = {
  push(line: Line<R>, request: PushRequest): Promise<PushResult>;
  query(line: Line<R>, handle: string): Promise<QueryResult>;
  /** Whether this gateway reports this route's payments at this door. */
  usesDoor(line: Line<R>, door: Door): Promise<boolean>;
  /** What its "paid" carries at least. */
  readonly carries: readonly CarriedField[];
  /** Null when the body is not this gateway's callback. @throws when the key that proves it could not be read */
  read(line: Line<R>, body: string): Promise<ReadCallback | null>;
  /** By what the gateway knows a push from the start, so that it can be asked although its answer was lost. */
  ownHandle?(paymentId: string): string;
};

export type Gateway = {
  push(request: PushRequest): Promise<PushResult>;
  query(handle: string): Promise<QueryResult>;
  usesDoor(door: Door): Promise<boolean>;
  readonly carries: readonly CarriedField[];
  read(body: string): Promise<ReadCallback | null>;
  /** Null where the gateway names its pushes itself. */
  readonly ownHandle: string | null;
};

/** What giving money back needs of the outside. */
export type RefundLine<R extends Route = Route> = {
  ctx: Context;
  name: RefundName;
  subject: RefundSubject & { route: R; receipt: string };
};

export type RefundDriver<R extends Route> = {
  /** It gives back less than what was paid, too. */
  readonly givesParts: boolean;
  /** Why this cannot be given back through the gateway; asked before anything begins. */
  fault(line: RefundLine<R>, isRepeat: boolean, cents: number): Promise<Text | null>;
  refund(line: RefundLine<R>, cents: number): Promise<RefundEvent>;
  /** Asks what became of it, for the `ask`th time; where the answer comes later by itself: the question's name, or null. */
  query(line: RefundLine<R>, handle: string | null, ask: number): Promise<RefundEvent | null>;
};

/** With the credentials that were read for it, for the push that follows at once; they are never stored. */
export type RouteChoice = { route: Route; sealed?: SealedSecrets } | { fault: string };

/** What the routes of all gateways have. */
export type RouteCommon = Omit<Route, "type">;

/** All that the payments know of one kind of gateway. One file each; the list is `index.ts`. */
export type GatewayAdapter<R extends Route> = {
  driver(route: R): Driver<R>;
  /** Null = it takes no money back through an interface. */
  readonly refunds: RefundDriver<R> | null;
  /** Null where the credentials are gone. */
  client(ctx: Context, app: AppOf<R>): Promise<GatewayClient | null>;
  /** Whom a route pays, for people. */
  account(route: R): Omit<RefundFacts["account"], "settlement">;
  /** The way of a sale by a configuration of this kind. @param secrets its own, opened */
  route(
    ctx: Context,
    gateway: Configured,
    secrets: unknown,
    common: RouteCommon,
  ): RouteChoice | Promise<RouteChoice>;
};

/** Of mobile money, whose prompts the platform's own app sends. */
export type ServiceAdapter<R extends Route> = GatewayAdapter<R> & {
  /** The way to the central account of a switch; null where it can't be paid. */
  centralRoute(ctx: Context, common: RouteCommon, diversion: Diversion): Route | null;
};
