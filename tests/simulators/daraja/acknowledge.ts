import { lostAnswer } from "../gateway-kit/http.ts";
import { newConversationId, newRequestId } from "../gateway-kit/identifiers.ts";
import type { DarajaEngine } from "./engine.ts";
import type { DarajaApp, Operation } from "./state.ts";
import { INTERNAL_ERROR, refuse, SYSTEM_BUSY } from "./wire-answers.ts";

const EMPTY = {
  OriginatorConversationID: "",
  ConversationID: "",
  ResponseCode: "",
  ResponseDescription: "",
};

/** An acknowledgement in which every field is empty, as was seen for accepted and for senseless requests alike. */
export function emptyAck(): Response {
  return Response.json(EMPTY);
}

/** Refuses before anything happens, where the settings say so. */
export function refusedAck(engine: DarajaEngine): Response | undefined {
  const { acks } = engine.state.settings;
  if (acks === "busy") return refuse(SYSTEM_BUSY, engine.random);
  return acks === "internal" ? refuse(INTERNAL_ERROR, engine.random) : undefined;
}

/** The answer to a request that was taken in; it says nothing of the outcome, and the settings may spoil it. */
export function acknowledge(engine: DarajaEngine, operation: Operation): Response {
  const { acks } = engine.state.settings;
  if (acks === "empty") return emptyAck();
  if (acks === "internal-after-acceptance") return refuse(INTERNAL_ERROR, engine.random);
  if (acks === "lost-after-acceptance") return lostAnswer();
  return Response.json({
    OriginatorConversationID: operation.originatorConversationId,
    ConversationID: operation.conversationId,
    ResponseCode: "0",
    ResponseDescription: "Accept the service request successfully.",
  });
}

type Outcome = { code: number | string; desc: string; receipt?: string };

/** @param outcome what the result will say, and the receipt of money that this operation moved. */
export function newOperation(
  engine: DarajaEngine,
  about: Pick<Operation, "kind" | "shortCode" | "transactionId">,
  outcome: Outcome,
): Operation {
  return {
    ...about,
    conversationId: newConversationId(engine.now(), engine.random),
    originatorConversationId: newRequestId(engine.random),
    at: engine.now(),
    resultCode: outcome.code,
    resultDesc: outcome.desc,
    receipt: outcome.receipt ?? null,
    deliveries: [],
  };
}

export const SUCCESS: Outcome = { code: 0, desc: "The service request is processed successfully." };
const WRONG_INITIATOR: Outcome = { code: 2001, desc: "The initiator information is invalid." };

/** The operator's name and sealed password are looked at only after the acknowledgement: the result tells. */
export function initiatorFault(
  app: DarajaApp,
  request: { initiator: string; securityCredential: string },
): Outcome | undefined {
  return app.initiatorName !== undefined &&
    request.initiator === app.initiatorName &&
    request.securityCredential === app.securityCredential
    ? undefined
    : WRONG_INITIATOR;
}
