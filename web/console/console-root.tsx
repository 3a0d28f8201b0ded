import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "@mantine/spotlight/styles.css";
import {
  type CSSVariablesResolver,
  type MantineColorSchemeManager,
  MantineProvider,
  type MantineThemeOverride,
} from "@mantine/core";
import { ModalsProvider } from "@mantine/modals";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactElement, type ReactNode, StrictMode, useState } from "react";
import { t, useLanguage } from "./language.ts";
import { newQueryClient } from "./query.ts";
import { readableGreys, theme } from "./theme.ts";

/** The nonce of this page's answer: the only styles and scripts that its security policy lets in. */
const nonce = () => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";

/** Mantine's windows keep the page from scrolling by a style of react-remove-scroll, which looks for its nonce here. */
function letStylesIn(): void {
  Object.assign(globalThis, { __webpack_nonce__: nonce() });
}

/** How a console looks, where it is not as the kit says. */
export type ConsoleTheme = {
  theme: MantineThemeOverride;
  resolver: CSSVariablesResolver;
  schemes: MantineColorSchemeManager;
};

/** Everything that stands around the pages of a console. */
export function ConsoleRoot(props: { customTheme?: ConsoleTheme; children: ReactNode }): ReactElement {
  const { customTheme, children } = props;
  const [client] = useState(() => {
    letStylesIn();
    return newQueryClient();
  });
  useLanguage();
  return (
    <StrictMode>
      <MantineProvider
        theme={customTheme?.theme ?? theme}
        cssVariablesResolver={customTheme?.resolver ?? readableGreys}
        {...(customTheme ? { colorSchemeManager: customTheme.schemes } : {})}
        defaultColorScheme="auto"
        getStyleNonce={nonce}
      >
        <QueryClientProvider client={client}>
          <ModalsProvider modalProps={{ closeButtonProps: { "aria-label": t("Close"), size: 44 } }}>
            {/* In the stacked layout the focus keeps a toast as the pointer does. */}
            <Notifications limit={1} position="top-center" layout="stacked" />
            {children}
          </ModalsProvider>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  );
}
