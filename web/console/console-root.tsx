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
import { Notifications, notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { newQueryClient } from "./calls.ts";
import { t, useLanguage } from "./language.ts";
import { readableGreys, theme } from "./theme.ts";
import { onToast } from "./toast.tsx";
import classes from "./toasts.module.css";

/** The nonce of this page's answer: the only styles and scripts that its security policy lets in. */
const nonce = () => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";

/** react-remove-scroll (in Mantine's modals) reads the nonce here. */
function letStylesIn(): void {
  Object.assign(globalThis, { __webpack_nonce__: nonce() });
}

onToast(({ title, message, isGood, ms }) => {
  notifications.clean();
  notifications.show({
    title,
    message,
    color: isGood ? "door" : "red",
    role: isGood ? "status" : "alert",
    autoClose: ms,
    closeButtonProps: { "aria-label": t("Dismiss") },
  });
});

type ConsoleTheme = {
  theme: MantineThemeOverride;
  resolver: CSSVariablesResolver;
  schemes: MantineColorSchemeManager;
};

export function ConsoleRoot(props: { customTheme?: ConsoleTheme; children: ReactNode }) {
  const { customTheme, children } = props;
  const [client] = useState(() => {
    letStylesIn();
    return newQueryClient();
  });
  useLanguage();
  return (
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
          <Notifications
            limit={1}
            position="top-center"
            layout="stacked"
            classNames={{ root: classes.toasts ?? "" }}
          />
          {children}
        </ModalsProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
