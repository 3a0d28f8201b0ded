import {
  ActionIcon,
  Button,
  Card,
  createTheme,
  type MantineColorsTuple,
  Modal,
  Paper,
  PasswordInput,
  Select,
  Table,
  TextInput,
} from "@mantine/core";

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

/** Large enough for a thumb; inputs of 16 px do not make phones zoom. */
const touch = { size: "md" } as const;

/** Mantine made ours, in one place: pages use its components as they are. */
export const theme = createTheme({
  primaryColor: "door",
  primaryShade: { light: 7, dark: 5 },
  autoContrast: true,
  colors: { door },
  fontFamily: '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  defaultRadius: "md",
  cursorType: "pointer",
  focusRing: "auto",
  respectReducedMotion: true,
  headings: { fontWeight: "650", sizes: { h1: { fontSize: "1.5rem", lineHeight: "1.25" } } },
  components: {
    Button: Button.extend({ defaultProps: touch }),
    ActionIcon: ActionIcon.extend({ defaultProps: { size: 44, variant: "subtle" } }),
    TextInput: TextInput.extend({ defaultProps: touch }),
    PasswordInput: PasswordInput.extend({ defaultProps: touch }),
    Select: Select.extend({ defaultProps: { ...touch, comboboxProps: { shadow: "md" } } }),
    Card: Card.extend({ defaultProps: { withBorder: true, padding: "md", radius: "lg" } }),
    Paper: Paper.extend({ defaultProps: { radius: "lg" } }),
    Modal: Modal.extend({ defaultProps: { radius: "lg", centered: true } }),
    Table: Table.extend({ defaultProps: { verticalSpacing: "sm" } }),
  },
});
