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
import { adsInFront } from "./rare-parts.ts";
import { BuyScreen } from "./screens/buy.tsx";
import { FailureScreen } from "./screens/failure.tsx";
import { HomeScreen } from "./screens/home.tsx";
import { NoticeScreen } from "./screens/notice.tsx";
import { SuccessScreen } from "./screens/success.tsx";
import { WaitingScreen } from "./screens/waiting.tsx";
import { useScreenChange } from "./use-screen-change.ts";

function Screen({ flow, words }: PortalContext): ReactElement {
  const screen = shownScreen(flow);
  switch (screen.kind) {
    case "home":
      return <HomeScreen />;
    case "buy":
      return <BuyScreen />;
    case "waiting":
      return <WaitingScreen screen={screen} />;
    case "success":
      return <SuccessScreen screen={screen} />;
    case "failure":
      return <FailureScreen screen={screen} />;
    case "connected":
      return <Rare part="connected" />;
    case "claim":
      return <Rare part="claim" />;
    case "refused":
      return <NoticeScreen title={screen.title} text={screen.text} action={words.refused.back} />;
    case "not-found":
      return (
        <NoticeScreen title={words.notFound.title} text={words.notFound.text} action={words.notFound.back} />
      );
  }
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
