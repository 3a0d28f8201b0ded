import { homeAddress } from "../addresses.ts";
import { shownScreen } from "../flow-view.ts";
import { Icon } from "../parts/icon.tsx";
import { usePortal } from "../portal-context.ts";

export function NoticeScreen() {
  const { page, messages } = usePortal();
  const { screen } = page;
  // On a host that is nobody's home is this very page.
  const hasHome = screen.kind !== "refused" || screen.hasHome;
  const again = screen.kind === "refused" ? screen.again : undefined;
  const { title, text } = screen.kind === "refused" ? screen : messages.notFound;
  return (
    <div className="card card-state">
      <div className="seal seal-wait">
        <Icon name="alert" />
      </div>
      <h1>{title}</h1>
      <p className="lead">{text}</p>
      {hasHome ? (
        <div className="foot">
          <a className="button button-main" href={again ?? homeAddress(page)}>
            {again !== undefined
              ? messages.refused.again
              : screen.kind === "refused"
                ? messages.refused.back
                : messages.notFound.back}
          </a>
        </div>
      ) : null}
    </div>
  );
}

/** On the main domain without a router there is nobody to buy from yet. */
export function JoinFirst() {
  const { page, messages } = usePortal();
  const { title, text, steps, sellers } = messages.noRouter;
  return (
    <section aria-labelledby="join">
      <h2 id="join">{title}</h2>
      <p className="quiet">{text}</p>
      <ol className="join-steps">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {page.brand.subdomain === null ? (
        <p className="way-on">
          <a className="text-link" href="/signup">
            {sellers}
          </a>
        </p>
      ) : null}
    </section>
  );
}

/** Whether the number of a campaign's link wants no more offers: a form alone, so that any browser takes it. */
export function StopOffersScreen() {
  const { page, flow, messages } = usePortal();
  const screen = shownScreen(flow);
  if (screen.kind !== "stopOffers") return null;
  const { heading, done, text, doneText, stop } = messages.stopOffers;
  const { companyName } = page.brand;
  return (
    <div className="card card-form">
      <h1>{screen.isDone ? done : heading(companyName)}</h1>
      <p className="next">
        {screen.isDone ? doneText(screen.phoneNumber, companyName) : text(screen.phoneNumber)}
      </p>
      {screen.isDone ? null : (
        <form method="post" action={`/stop/${encodeURIComponent(screen.code)}`}>
          <button type="submit" className="button button-main">
            {stop}
          </button>
        </form>
      )}
      <a className="text-link back" href={homeAddress(page)}>
        {messages.buy.back}
      </a>
    </div>
  );
}
