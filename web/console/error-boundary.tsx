import { useNetwork, useWindowEvent } from "@mantine/hooks";
import { Component, type ErrorInfo, type ReactNode } from "react";
import { t } from "./language.ts";
import { Failed } from "./loaded.tsx";

type Props = { children: ReactNode };

export class ErrorBoundary extends Component<Props, { fault: boolean }> {
  override state = { fault: false };

  static getDerivedStateFromError(): { fault: boolean } {
    return { fault: true };
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo): void {
    console.error("a page could not be shown", error, componentStack);
  }

  override render(): ReactNode {
    return this.state.fault ? <NotShown /> : this.props.children;
  }
}

const reload = () => window.location.reload();

/** Usually a newer version has replaced the page's file, and a reload helps. Offline the file could not come, and a reload would lose the console. */
function NotShown() {
  const { online } = useNetwork();
  useWindowEvent("online", reload);
  const title = t("This page could not be shown");
  if (!online || !navigator.onLine)
    return (
      <Failed
        title={title}
        text={t(
          "You are offline, and this page was not opened here before. It opens when the connection is back.",
        )}
      />
    );
  return (
    <Failed
      title={title}
      text={t("There may be a newer version of the console. Load the page again.")}
      onRetry={reload}
    />
  );
}
