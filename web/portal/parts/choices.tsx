import type { ReactElement } from "react";
import type { Theme } from "#contract/branding";
import type { Language } from "#contract/portal";
import { screenAddress } from "../addresses.ts";
import { shownScreen } from "../flow-view.ts";
import { usePortal } from "../portal-context.ts";
import { ActionLink } from "./action-link.tsx";

/** Each language by its own name, so that those who read only that one find it. */
const names: readonly (readonly [Language, string])[] = [
  ["en", "English"],
  ["sw", "Kiswahili"],
];
const themes = ["light", "dark", "system"] as const satisfies readonly Theme[];

/** Language and look. Links to the very screen that is shown; the look changes in place while scripts run. */
export function Choices(): ReactElement {
  const { page, flow, actions, messages } = usePortal();
  const { choices } = messages;
  const screen = shownScreen(flow);
  return (
    <div className="choices">
      <nav className="choice" aria-label={choices.language}>
        {names.map(([lang, name]) => (
          <a
            key={lang}
            href={screenAddress({ ...page, lang }, screen)}
            className="choice-link"
            lang={lang}
            hrefLang={lang}
            aria-current={lang === page.language ? "true" : undefined}
          >
            {name}
          </a>
        ))}
      </nav>
      <nav className="choice" aria-label={choices.theme}>
        {themes.map((theme) => (
          <ActionLink
            key={theme}
            href={screenAddress({ ...page, theme }, screen)}
            className="choice-link"
            isCurrent={theme === (page.theme ?? "system")}
            onAct={() => actions?.showTheme(theme)}
          >
            {choices.themes[theme]}
          </ActionLink>
        ))}
      </nav>
    </div>
  );
}
