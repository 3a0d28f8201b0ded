import { Component, type ErrorInfo, type ReactNode } from "react";
import { t } from "./language.ts";
import { Failed } from "./loaded.tsx";

type Props = { children: ReactNode };

/** Usually a newer version has replaced the page's file: a reload helps. */
export class ErrorBoundary extends Component<Props, { fault: boolean }> {
  override state = { fault: false };

  static getDerivedStateFromError(): { fault: boolean } {
    return { fault: true };
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo): void {
    console.error("a page could not be shown", error, componentStack);
  }

  override render(): ReactNode {
    if (!this.state.fault) return this.props.children;
    return (
      <Failed
        title={t("This page could not be shown")}
        text={t("There may be a newer version of the console. Load the page again.")}
        onRetry={() => window.location.reload()}
      />
    );
  }
}
