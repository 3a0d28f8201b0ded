import { useContext, useEffect } from "react";
import { UNSAFE_NavigationContext as NavigationContext } from "react-router";
import { confirmAction } from "./confirm-action.tsx";
import { useHeldForm } from "./held-forms.ts";
import { t } from "./language.ts";
import { onPopstateFirst, placeInHistory } from "./popstate.ts";

/** The declarative router has no blocker: its navigator is wrapped, and Back is undone until the answer. */
export function useUnsavedGuard(unsaved: boolean): void {
  const { navigator } = useContext(NavigationContext);
  useHeldForm(unsaved);

  useEffect(() => {
    if (!unsaved) return;
    const { push, replace } = navigator;
    let place = placeInHistory();
    const open = () => {
      navigator.push = push;
      navigator.replace = replace;
      unhear();
    };
    const leaves = (to: unknown) => pathOf(to) !== window.location.pathname;
    const guarded =
      (go: typeof push): typeof push =>
      (to, ...rest) => {
        if (!leaves(to)) go(to, ...rest);
        else
          ask(() => {
            open();
            go(to, ...rest);
          });
      };
    const here = window.location.pathname;
    const unhear = onPopstateFirst((event) => {
      const steps = placeInHistory() - place;
      if (window.location.pathname === here || steps === 0) {
        place = placeInHistory();
        return;
      }
      event.stopImmediatePropagation();
      window.history.go(-steps);
      ask(() => {
        open();
        window.history.go(steps);
      });
    });
    const close = (event: BeforeUnloadEvent) => event.preventDefault();
    navigator.push = guarded(push);
    navigator.replace = guarded(replace);
    window.addEventListener("beforeunload", close);
    return () => {
      open();
      window.removeEventListener("beforeunload", close);
    };
  }, [unsaved, navigator]);
}

function ask(onYes: () => void): void {
  confirmAction({
    title: t("Leave without saving?"),
    text: t("Your changes on this page are not saved yet."),
    action: t("Leave without saving"),
    onYes,
    isOfHistory: true,
  });
}

function pathOf(to: unknown): string {
  if (typeof to === "string") return new URL(to, window.location.href).pathname;
  const { pathname } = to as { pathname?: string };
  return pathname ?? window.location.pathname;
}
