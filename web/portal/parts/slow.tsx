import { formatPhone } from "#contract/values/phone";
import { takesLong } from "../flow-view.ts";
import { usePortal } from "../portal-context.ts";

/** Paid, and the router does not answer as fast as usual: said in place of an endless spinner. */
export function Slow({ isStarted }: { isStarted: boolean }) {
  const { page, flow, messages } = usePortal();
  const { supportPhone } = page.brand;
  const { slow, slowUnstarted, call } = messages.device;
  const phone = formatPhone(supportPhone);
  return (
    <div role="status">
      {takesLong(flow) ? (
        <div className="note">
          <p>{isStarted ? slow : slowUnstarted}</p>
          {supportPhone ? (
            <a className="text-link" href={`tel:${phone.replace(/[^\d+]/g, "")}`}>
              {call(phone)}
            </a>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
