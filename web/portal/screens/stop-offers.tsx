import { homeAddress } from "../addresses.ts";
import { shownScreen } from "../flow-view.ts";
import { usePortal } from "../portal-context.ts";

/** Whether the number of a campaign's link wants no more offers: a form alone, so that any browser takes it. */
export function StopOffersScreen() {
  const { page, flow, messages } = usePortal();
  const screen = shownScreen(flow);
  if (screen.kind !== "stop-offers") return null;
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
