import {
  Button,
  type CSSVariablesResolver,
  createTheme,
  DEFAULT_THEME,
  Input,
  type MantineColorsTuple,
  type MantineThemeComponents,
} from "@mantine/core";
import classes from "./theme.module.css";

/** The door's green: the one accent of all our pages. Shade 7 carries white text at 7:1. */
const door: MantineColorsTuple = [
  "#e8f6f1",
  "#d3ebe3",
  "#a6d7c8",
  "#76c2ab",
  "#4fb092",
  "#37a583",
  "#259b79",
  "#0b6a55",
  "#085947",
  "#044535",
];

/** Mantine's colour with a darker last shade: text on light alerts and badges needs 4.5:1. */
function darker(name: "yellow" | "teal" | "green", last: string): MantineColorsTuple {
  const usual = DEFAULT_THEME.colors[name];
  return [
    ...([usual[0], usual[1], usual[2], usual[3], usual[4]] as const),
    ...([usual[5], usual[6], usual[7], usual[8], last] as const),
  ];
}

/** Mantine's, with a shade 7 that carries white text at 5.5:1. */
const red: MantineColorsTuple = [
  "#fff5f5",
  "#ffe3e3",
  "#ffc9c9",
  "#ffa8a8",
  "#ff8787",
  "#ff6b6b",
  "#fa5252",
  "#c92a2a",
  "#b02525",
  "#8f1d1d",
];

const touch = { size: "md" } as const;
/** As high as a thumb needs; a mouse needs less. */
const control = "var(--control-height)";

/** By name where the first page has no such component: naming it so loads none. */
const components: MantineThemeComponents = {
  Button: Button.extend({
    defaultProps: touch,
    classNames: {
      root: classes.button ?? "",
      inner: classes.buttonInner ?? "",
      label: classes.buttonLabel ?? "",
    },
    vars: (_theme, { size }) => ({ root: size === "md" ? { "--button-height": control } : {} }),
  }),
  ActionIcon: { defaultProps: { size: 44, variant: "subtle" } },
  SegmentedControl: { defaultProps: touch },
  Input: Input.extend({
    defaultProps: touch,
    vars: (_theme, { size, multiline }) => ({
      wrapper: size === "md" && !multiline ? { "--input-height": control } : {},
    }),
  }),
  InputWrapper: { defaultProps: touch },
  Select: { defaultProps: { ...touch, comboboxProps: { shadow: "md" } } },
  // A word is no shout.
  Badge: { defaultProps: { tt: "none" } },
  Card: { defaultProps: { withBorder: true, padding: "md", radius: "lg" } },
  Paper: { defaultProps: { radius: "lg" } },
  Modal: { defaultProps: { radius: "lg", centered: true } },
  // Mantine's own grey has too little contrast here, see below.
  Notification: { styles: { description: { color: "var(--mantine-color-dimmed)" } } },
  Table: { defaultProps: { verticalSpacing: "sm" } },
  // The head of a window would be a second banner of the page.
  ModalHeader: { defaultProps: { role: "none" } },
  DrawerHeader: { defaultProps: { role: "none" } },
  // A list that is placed in the page's own space may widen the page of a phone, by which it is placed anew, and so on.
  Combobox: { defaultProps: { floatingStrategy: "fixed" } },
  // A menu contains entries and nothing else; its first one takes the focus. Mantine's red of a dangerous entry is too pale.
  Menu: {
    defaultProps: { withInitialFocusPlaceholder: false },
    styles: { dropdown: { "--mantine-color-red-6": "var(--mantine-color-error)" } },
  },
};

export const theme = createTheme({
  primaryColor: "door",
  // The same in the dark: Mantine picks the text colour by the light shade.
  primaryShade: 7,
  autoContrast: true,
  // Where white and black text are equally readable: either has at least 4.5:1 on its side.
  luminanceThreshold: 0.18,
  colors: {
    door,
    red,
    yellow: darker("yellow", "#7a3d00"),
    teal: darker("teal", "#065f46"),
    green: darker("green", "#1b5e2a"),
  },
  fontFamily: '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  defaultRadius: "md",
  cursorType: "pointer",
  focusRing: "auto",
  focusClassName: classes.focus ?? "",
  respectReducedMotion: true,
  headings: { fontWeight: "650", sizes: { h1: { fontSize: "1.5rem", lineHeight: "1.25" } } },
  components,
});

/** Mantine's dimmed grey, error red and light button text are below 4.5:1. */
export const readableGreys: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-dimmed": "var(--mantine-color-gray-7)",
    "--mantine-color-placeholder": "#6a7178",
    "--mantine-color-error": "var(--mantine-color-red-7)",
  },
  dark: {
    "--mantine-color-dimmed": "var(--mantine-color-dark-1)",
    "--mantine-color-placeholder": "#9a9a9a",
    "--mantine-color-error": "var(--mantine-color-red-4)",
    "--mantine-color-red-light-color": "var(--mantine-color-red-3)",
    "--mantine-color-door-light-color": "var(--mantine-color-door-3)",
  },
});
