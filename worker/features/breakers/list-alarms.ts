import type { Context } from "../../context.ts";
import type { GatewayAlarm } from "../../contract/gateway-alarms.ts";
import { explained, type FaultReport } from "../../contract/values/gateway-faults.ts";
import { isIssuer } from "../../contract/values/gateway-types.ts";
import { isService } from "../../contract/values/services.ts";
import { hourMs } from "../../contract/values/time.ts";
import { countedFaults, type FaultRow, healthNow, suspendedGateways } from "../gateways/index.ts";
import { suspendedSwitches } from "../switch/index.ts";

/** So many silences or busy answers in a row are more than chance. */
const several = 3;

/** What the operator has to know before visitors tell it. */
export async function listAlarms(ctx: Context): Promise<GatewayAlarm[]> {
  const [health, faults, gateways, switches] = await Promise.all([
    healthNow(ctx.platform),
    countedFaults(ctx, ctx.now() - hourMs),
    suspendedGateways(ctx),
    suspendedSwitches(ctx),
  ]);
  const stopped = [...health].map(([subject, { trippedAt, ...said }]) =>
    alarmOf(subject, "stopped", { ...said, count: null, since: trippedAt }),
  );
  const failing = faults
    .filter((row) => !health.has(row.subject) && isAlarming(row))
    .map((row) => alarmOf(row.subject, "failing", row));
  return [
    ...stopped,
    ...failing,
    ...switches.map(({ id, name, service, at, ...said }) => {
      const app = isService(service) ? service : "mpesa";
      return {
        what: "switch" as const,
        level: "stopped" as const,
        service: app,
        environment: null,
        name,
        id,
        why: explained(said),
        count: null,
        since: moment(at),
      };
    }),
    ...gateways.map(({ providerId, name, type, environment, at, ...said }) => ({
      what: "gateway" as const,
      level: "stopped" as const,
      service: type,
      environment,
      name,
      id: providerId,
      why: explained(said),
      count: null,
      since: moment(at),
    })),
  ];
}

/** One refusal of the platform's credentials is one too many; a gateway may be silent or busy once. */
function isAlarming({ subject, kind, count }: FaultRow): boolean {
  if (subject.startsWith("gateway ")) return false;
  return (subject.startsWith("app ") && kind !== "unreachable") || count >= several;
}

function alarmOf(
  subject: string,
  level: GatewayAlarm["level"],
  { count, since, ...said }: FaultReport & { count: number | null; since: number },
): GatewayAlarm {
  const [what, service = null, environment = null] = subject.split(" ");
  return {
    what: what === "app" || what === "host" ? what : "relay",
    level,
    service: isIssuer(service) ? service : null,
    environment: environment === "sandbox" || environment === "production" ? environment : null,
    name: null,
    id: null,
    why: explained(said),
    count,
    since: moment(since),
  };
}

const moment = (at: number) => new Date(at).toISOString();
