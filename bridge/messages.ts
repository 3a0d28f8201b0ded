import { DesiredEntitlement, ToBridge } from "#contract/bridge";

/** `ignored` counts what this version does not know; it is never an error: the worker may be newer. */
export type Received = { message: ToBridge | undefined; ignored: number };

/** Reads one text of the line. One desired entitlement that cannot be read does not take the others with it. */
export function readMessage(text: string): Received {
  const value = parseJson(text);
  const known = ToBridge.safeParse(value);
  if (known.success) return { message: known.data, ignored: 0 };
  const desiredEntitlements = desiredEntitlementsOf(value);
  if (!desiredEntitlements) return { message: undefined, ignored: 1 };
  const read = desiredEntitlements.map((desired) => DesiredEntitlement.safeParse(desired));
  const good = read.flatMap((desired) => (desired.success ? [desired.data] : []));
  return {
    message: { type: "desired", desiredEntitlements: good },
    ignored: desiredEntitlements.length - good.length,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function desiredEntitlementsOf(value: unknown): unknown[] | undefined {
  if (typeof value !== "object" || value === null || !("type" in value) || !("desiredEntitlements" in value))
    return undefined;
  return value.type === "desired" && Array.isArray(value.desiredEntitlements)
    ? value.desiredEntitlements
    : undefined;
}
