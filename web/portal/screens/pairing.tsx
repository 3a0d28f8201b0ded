import type { NamedDevice, PortalScreen } from "#contract/portal";
import { connectedAddress, pairingAddress } from "../addresses.ts";
import { shownScreen } from "../flow-view.ts";
import { readProblem } from "../form-rules.ts";
import { Icon } from "../parts/icon.tsx";
import { PlaceFields } from "../parts/place-fields.tsx";
import { ProblemNote } from "../parts/problem-note.tsx";
import { planTitle } from "../plan-figures.ts";
import { usePortal } from "../portal-context.ts";

type Pairing = Extract<PortalScreen, { kind: "pairing" }>;

/** Others are called by the end of their address. */
const isNamed = ({ maker, name }: NamedDevice) => maker !== null || name !== null;

function useName({ maker, name, mark }: NamedDevice): string {
  const { messages } = usePortal();
  return maker ?? name ?? messages.planDevice.other(mark);
}

/** A plan for one device goes away from here: said before it is asked, and again where it is confirmed. */
function Leaves({ behind }: Pick<Pairing, "behind">) {
  const { messages } = usePortal();
  const { pairing } = messages;
  return (
    <p className="note">
      {behind === null
        ? pairing.leaves
        : `${pairing.leaves} ${pairing.thenStarts(planTitle(behind, messages))}`}
    </p>
  );
}

function NearbyDevice({ one }: { one: NonNullable<Pairing["nearby"]>[number] }) {
  const { pairing } = usePortal().messages;
  const seen = pairing.seen(one.idleMinutes);
  return (
    <li>
      <form method="post" action="/add-device">
        <PlaceFields planId="" />
        <input type="hidden" name="device" value={one.device} />
        <button type="submit" className="button button-second">
          <span className="device-words">
            <strong>{useName(one)}</strong>
            <span>{isNamed(one) ? pairing.seenEnding(one.mark, seen) : seen}</span>
          </span>
        </button>
      </form>
    </li>
  );
}

function Nearby({ nearby }: Pick<Pairing, "nearby">) {
  const { page, messages } = usePortal();
  const { pairing } = messages;
  if (nearby === null) return <p className="note">{pairing.away}</p>;
  return (
    <div className="gives-way">
      <h2>{nearby.length > 0 ? pairing.which : pairing.nobody}</h2>
      <ul>
        {nearby.map((one) => (
          <NearbyDevice key={one.device} one={one} />
        ))}
      </ul>
      <p className="way-on">
        <a className="text-link" href={pairingAddress(page)}>
          {pairing.again}
        </a>
      </p>
    </div>
  );
}

/** Another phone has a page: it scans, and taps once. */
function Join({ join }: { join: NonNullable<Pairing["join"]> }) {
  const { pairing } = usePortal().messages;
  const { size, path } = join.qr;
  return (
    <section className="help" aria-labelledby="join">
      <h2 id="join">{pairing.phone}</h2>
      <p>{pairing.scan}</p>
      <svg className="join-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={pairing.code}>
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <p className="way-on">{join.address.replace(/^https?:\/\//, "")}</p>
    </section>
  );
}

/** Also where the list cannot be read. */
function TypedAddress({ screen }: { screen: Pairing }) {
  const { messages } = usePortal();
  const { pairing } = messages;
  const problem = readProblem(screen.problem);
  return (
    <form method="post" action="/add-device">
      <PlaceFields planId="" />
      <label className="label" htmlFor="address">
        {pairing.addressLabel}
      </label>
      <input
        id="address"
        name="address"
        className="field"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        defaultValue={screen.address}
        placeholder="A4-5E-60-12-34-56"
        aria-describedby="pairing-problem address-hint"
        aria-invalid={problem && screen.address !== "" ? true : undefined}
      />
      <p id="address-hint" className="next">
        {pairing.addressHint}
      </p>
      <button type="submit" className="button button-second">
        {pairing.next}
      </button>
    </form>
  );
}

function Sure({ sure, screen }: { sure: NamedDevice; screen: Pairing }) {
  const { page, messages } = usePortal();
  const { pairing } = messages;
  const isTyped = screen.address !== "";
  return (
    <form method="post" action="/add-device">
      <PlaceFields planId="" />
      <input type="hidden" name="sure" value="yes" />
      {isTyped ? (
        <input type="hidden" name="address" value={screen.address} />
      ) : (
        <input type="hidden" name="device" value={sure.device} />
      )}
      {screen.devices.bought === 1 ? <Leaves behind={screen.behind} /> : null}
      <button type="submit" className="button button-main">
        {pairing.yes}
      </button>
      <p className="way-on">
        <a className="text-link" href={pairingAddress(page)}>
          {pairing.no}
        </a>
      </p>
    </form>
  );
}

/** The buyer's phone lets a television, a console or another phone in. A page of links and forms, with scripts, too. */
export function PairingScreen() {
  const { page, flow, messages } = usePortal();
  const { pairing } = messages;
  const screen = shownScreen(flow);
  if (screen.kind !== "pairing") return null;
  const { sure, added, devices } = screen;
  const problem = readProblem(screen.problem);
  const isFull = devices.bought > 1 && devices.attached >= devices.bought;
  return (
    <div className="card card-state">
      <div className={added ? "seal seal-good" : "seal seal-wait"}>
        <Icon name={added ? "check" : "wifi"} />
      </div>
      {added ? (
        <Added added={added} />
      ) : sure ? (
        <>
          <SureTitle sure={sure} />
          <Sure sure={sure} screen={screen} />
        </>
      ) : (
        <>
          <h1>{devices.bought === 1 ? pairing.moveTitle : pairing.title}</h1>
          <ProblemNote id="pairing-problem" problem={problem} />
          {isFull ? (
            <p className="note">{pairing.full(devices.bought)}</p>
          ) : (
            <>
              <p className="lead">{pairing.text}</p>
              {devices.bought === 1 ? <Leaves behind={screen.behind} /> : null}
              <Nearby nearby={screen.nearby} />
              <TypedAddress screen={screen} />
              {screen.join ? <Join join={screen.join} /> : null}
            </>
          )}
        </>
      )}
      <div className="foot">
        <a className={added ? "button button-main" : "button button-second"} href={connectedAddress(page)}>
          {pairing.back}
        </a>
      </div>
    </div>
  );
}

function SureTitle({ sure }: { sure: NamedDevice }) {
  const { pairing } = usePortal().messages;
  return (
    <>
      <h1>{pairing.isYours(useName(sure))}</h1>
      {isNamed(sure) ? <p className="lead">{pairing.ending(sure.mark)}</p> : null}
    </>
  );
}

function Added({ added }: { added: NamedDevice }) {
  const { pairing } = usePortal().messages;
  return (
    <>
      <h1>{pairing.added(useName(added))}</h1>
      <p className="lead">{pairing.addedText}</p>
    </>
  );
}
