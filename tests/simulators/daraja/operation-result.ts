import { addCallback } from "../gateway-kit/state.ts";
import { JSON_HEADERS } from "./callback.ts";
import { addOperation, type DarajaState, type Operation } from "./state.ts";

/** `value` as JSON text; absent for a key that carries none. */
export type Parameter = { key: string; value?: string };

/** From acknowledgement to result. */
const RESULT_AFTER_MS = 1_000;

/** Sent for an operation that is told to have waited too long; nothing says whether it was carried out. */
const TIMED_OUT = {
  code: "1",
  desc: "The request timed out in the queue.",
};

function resultBody(
  operation: Operation,
  parameters: readonly Parameter[],
  result: { code: number | string; desc: string },
): string {
  const code = typeof result.code === "number" ? String(result.code) : JSON.stringify(result.code);
  const listed = parameters
    .map(({ key, value }) => `{"Key":"${key}"${value === undefined ? "" : `,"Value":${value}`}}`)
    .join(",");
  return (
    `{"Result":{"ResultType":0,"ResultCode":${code},"ResultDesc":${JSON.stringify(result.desc)},` +
    `"OriginatorConversationID":"${operation.originatorConversationId}",` +
    `"ConversationID":"${operation.conversationId}",` +
    `"TransactionID":"${operation.receipt ?? `${operation.conversationId.slice(-3).toUpperCase()}0000000`}",` +
    (listed === "" ? "" : `"ResultParameters":{"ResultParameter":[${listed}]},`) +
    `"ReferenceData":{"ReferenceItem":{"Key":"Occasion"}}}}`
  );
}

/** Takes in an operation that was acknowledged, with what tells its result, under the settings of this moment. */
export function addResult(
  state: DarajaState,
  operation: Operation,
  parameters: readonly Parameter[],
  urls: { resultUrl: string; timeoutUrl: string },
): DarajaState {
  const kept = addOperation(state, operation);
  const { results } = state.settings;
  // It tells of an earlier operation of that kind, at the address of this one.
  const other =
    results === "of-another" ? state.operations.findLast((one) => one.kind === operation.kind) : undefined;
  const timedOut = results === "timeout" || results === "timeout-after-execution";
  return addCallback(
    kept,
    {
      about: { kind: "operation", id: operation.conversationId },
      url: timedOut ? urls.timeoutUrl : urls.resultUrl,
      body: timedOut
        ? resultBody({ ...operation, receipt: null }, [], TIMED_OUT)
        : resultBody(other ?? operation, parameters, {
            code: (other ?? operation).resultCode,
            desc: (other ?? operation).resultDesc,
          }),
      headers: JSON_HEADERS,
      // A late one has its own delay, and not both.
      dueAt: operation.at + (results === "late" ? 0 : RESULT_AFTER_MS),
    },
    results,
  );
}
