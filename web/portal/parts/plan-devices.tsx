import type { DeviceAccess } from "#contract/portal";
import type { PlanDevice } from "#contract/purchase-recovery";
import { serverNow } from "../flow-view.ts";
import { endsWhen } from "../moments.ts";
import { usePortal } from "../portal-context.ts";
import { PlaceFields } from "./place-fields.tsx";

/** What is known of a device: the end of its address, and when it joined. */
export function DeviceWords({ device }: { device: PlanDevice & { isThis?: boolean } }) {
  const { flow, messages } = usePortal();
  const { planDevice } = messages;
  const joined = endsWhen(Date.parse(device.joinedAt), serverNow(flow), messages);
  return (
    <span className="device-words">
      <strong>{device.isThis ? planDevice.this : planDevice.other(device.mark)}</strong>
      <span>{planDevice.joined(joined)}</span>
    </span>
  );
}

/** For the buyer of a plan for several: who has it, and how to take one off. */
export function PlanDevices({ list }: Pick<DeviceAccess["devices"], "list">) {
  const { messages } = usePortal();
  const { connected } = messages;
  if (list.length === 0) return null;
  return (
    <section className="help" aria-labelledby="devices">
      <h2 id="devices">{connected.planDevices}</h2>
      <ul className="plan-devices">
        {list.map((one) => (
          <li key={one.device}>
            <DeviceWords device={one} />
            {one.isThis || list.length < 2 ? null : (
              <form method="post" action="/connected/remove">
                <PlaceFields planId="" />
                <input type="hidden" name="device" value={one.device} />
                <button type="submit" className="text-link">
                  {connected.remove}
                  <span className="only-spoken">, {messages.planDevice.other(one.mark)}</span>
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
