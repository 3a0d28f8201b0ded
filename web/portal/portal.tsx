import type { ReactElement } from "react";
import { shownScreen } from "./flow-view.ts";
import { BuySheet } from "./parts/buy-sheet.tsx";
import { Choices } from "./parts/choices.tsx";
import { Footer } from "./parts/footer.tsx";
import { Header } from "./parts/header.tsx";
import { Loading } from "./parts/loading.tsx";
import { Rare } from "./parts/rare.tsx";
import { SpokenProgress } from "./parts/spoken-progress.tsx";
import { ToastLine } from "./parts/toast-line.tsx";
import { type PortalContext, PortalProvider } from "./portal-context.ts";
import { adsInFront, isHere, screenParts } from "./rare-parts.ts";
import { HomeScreen } from "./screens/home.tsx";
import { useScreenChange } from "./use-screen-change.ts";

function Screen({ flow, rare }: PortalContext): ReactElement {
  const screen = shownScreen(flow);
  if (screen.kind === "home" || !isHere(screen.kind, rare)) return <HomeScreen />;
  return <Rare part={screenParts[screen.kind]} />;
}

/** The whole page of the visitor, the same on the server and in the browser. */
export function Portal(context: PortalContext): ReactElement {
  useScreenChange(context);
  return (
    <PortalProvider value={context}>
      {adsInFront(context.page) ? <Rare part="ads" /> : null}
      <Header />
      <main id="main" tabIndex={-1} className={`main main-${shownScreen(context.flow).kind}`}>
        <Screen {...context} />
      </main>
      <Choices />
      <Footer />
      <ToastLine />
      <SpokenProgress />
      <BuySheet />
      <Loading />
    </PortalProvider>
  );
}
