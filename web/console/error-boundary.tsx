import { Component, type ErrorInfo, type ReactNode } from "react";
import { t } from "./language.ts";
import { Failed } from "./states.tsx";

type Props = { children: ReactNode };

/**
 * Keeps a page that cannot be drawn from taking the whole console with it. The usual cause is a page's file that a newer
 * version has replaced: loading everything anew mends it.
 */
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
