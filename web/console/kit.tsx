import {
  Alert,
  Badge,
  type ButtonProps,
  createPolymorphicComponent,
  Button as MantineButton,
  SimpleGrid,
  Stack,
  Text,
  VisuallyHidden,
} from "@mantine/core";
import { type ComponentType, type ReactNode, useSyncExternalStore } from "react";
import { ago, dateTime, kes, shortMoment } from "./format.ts";
import { language } from "./language.ts";

// Mantine's components with the props that our pages give them everywhere.

export const Hint = Text.withProps({ size: "sm", c: "dimmed" });

export type Icon = ComponentType<{ size?: number; "aria-hidden"?: boolean }>;
/** `busy`: its call is on the way, and cannot be made twice. */
type KitButton = ButtonProps & { icon?: Icon; busy?: boolean };

export const Button = createPolymorphicComponent<"button", KitButton>(
  ({ icon: Icon, busy, ...props }: KitButton) => (
    <MantineButton
      {...(Icon ? { leftSection: <Icon size={18} aria-hidden /> } : {})}
      {...(busy === undefined ? {} : { "aria-busy": busy })}
      {...props}
      {...(busy ? { disabled: true } : {})}
    />
  ),
);
export const SecondaryButton = createPolymorphicComponent<"button", KitButton>((props: KitButton) => (
  <Button variant="default" {...props} />
));

/** Two beside each other on a narrow phone; what is too long for one line takes two. */
export const besideOthers = {
  size: "sm",
  h: "auto",
  mih: 44,
  px: "xs",
  styles: { label: { whiteSpace: "normal", lineHeight: 1.25 } },
} as const;

/** One line of a `dl`. */
export function Fact({
  name,
  children,
  isSmall = false,
}: {
  name: string;
  children: ReactNode;
  isSmall?: boolean;
}) {
  return (
    <div>
      <Text component="dt" size={isSmall ? "xs" : "sm"} c="dimmed">
        {name}
      </Text>
      <Text
        component="dd"
        m={0}
        {...(isSmall ? { size: "sm", fw: 500 } : {})}
        style={{ overflowWrap: "anywhere" }}
      >
        {children}
      </Text>
    </div>
  );
}

export const Warning = Alert.withProps({ color: "yellow", variant: "light" });

const unmarked = { component: "ul", p: 0, m: 0, style: { listStyle: "none" } } as const;
export const PlainList = Stack.withProps(unmarked);
export const PlainGrid = SimpleGrid.withProps(unmarked);

const oneLine = { whiteSpace: "nowrap" } as const;
const figures = { fontVariantNumeric: "tabular-nums" } as const;

export function Money(props: { amount: number; strong?: boolean }) {
  return (
    <Text span inherit fw={props.strong ? 650 : undefined} style={{ ...figures, ...oneLine }}>
      {kes(props.amount)}
    </Text>
  );
}

/** A moment in Nairobi. `relative` says how long ago it was and keeps saying it right, `short` not what goes without saying. */
export function When(props: {
  iso: string | null;
  otherwise?: string;
  /** True: the usual words of `ago`; a function: these instead. */
  relative?: boolean | typeof ago;
  short?: boolean;
}) {
  const { iso, otherwise = "–", relative = false, short = false } = props;
  if (!iso)
    return (
      <Text span inherit>
        {otherwise}
      </Text>
    );
  const exact = dateTime(iso, language());
  return (
    <time dateTime={iso} title={exact} style={figures}>
      {relative ? (
        <>
          <Ago iso={iso} inWords={relative === true ? ago : relative} />
          <VisuallyHidden>, {exact}</VisuallyHidden>
        </>
      ) : short ? (
        <Short iso={iso} />
      ) : (
        <DayAndHour text={exact} />
      )}
    </time>
  );
}

/** `20 Nov 2026, 20:41`: a line may break between the day and the hour and nowhere else. */
function DayAndHour({ text }: { text: string }) {
  const day = text.lastIndexOf(", ") + 1;
  return (
    <>
      <span style={oneLine}>{text.slice(0, day)}</span> <span style={oneLine}>{text.slice(day).trim()}</span>
    </>
  );
}

function Short({ iso }: { iso: string }) {
  return <span style={oneLine}>{shortMoment(iso, language(), useMinute())}</span>;
}

function Ago({ iso, inWords }: { iso: string; inWords: typeof ago }) {
  return <>{inWords(iso, useMinute())}</>;
}

/** One clock for all cells of a page. */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let minute = 0;
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    minute = Date.now();
    for (const tell of listeners) tell();
  }, 15_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    minute = 0;
  };
}

/** UTC ms, anew every 15 s. */
export function useMinute(): number {
  const now = useSyncExternalStore(subscribe, () => minute);
  return now || Date.now();
}

/** A cell of a table with its second thoughts below, within a row of 44 px. */
export function TwoLines(props: { first: ReactNode; second: ReactNode; strong?: boolean }) {
  return (
    <Stack gap={0} miw={0}>
      <Text component="div" size="sm" lh="19px" fw={props.strong ? 600 : 400} truncate>
        {props.first}
      </Text>
      <Text component="div" size="xs" lh="16px" c="dimmed" truncate style={figures}>
        {props.second}
      </Text>
    </Stack>
  );
}

export type Tone = "good" | "bad" | "wait" | "off";
const colours: Record<Tone, string> = { good: "teal", bad: "red", wait: "yellow", off: "gray" };
/** A filled grey is not seen in the dark. */
const dotOf = (tone: Tone) =>
  tone === "off" ? "var(--mantine-color-dimmed)" : `var(--mantine-color-${colours[tone]}-filled)`;

// Text, so that a line without room for it ends in dots.
const inLine = {
  flexShrink: 0,
  fontSize: "var(--mantine-font-size-xs)",
  lineHeight: "18px",
  ...oneLine,
} as const;
const dot = {
  display: "inline-block",
  width: 7,
  height: 7,
  borderRadius: 4,
  marginRight: 6,
  verticalAlign: "middle",
} as const;

// A sentence, which is read to its end.
const inLines = {
  fontSize: "var(--mantine-font-size-sm)",
  overflowWrap: "anywhere",
  display: "block",
} as const;

/**
 * Status is always a dot and a word; a narrow column of a table does not cut it. Plain: within a line of other words. Long: a sentence of
 * its own, over as many lines as it takes.
 */
export function StatusMark(props: {
  tone: Tone;
  word: ReactNode;
  isSmall?: boolean;
  isPlain?: boolean;
  isLong?: boolean;
}) {
  if (props.isPlain || props.isLong)
    return (
      <span style={props.isLong ? inLines : inLine}>
        <span style={{ ...dot, background: dotOf(props.tone) }} />
        {props.word}
      </span>
    );
  return (
    <Badge
      variant="dot"
      color={colours[props.tone]}
      vars={() => ({ root: { "--badge-dot-color": dotOf(props.tone) } })}
      tt="none"
      size={props.isSmall ? "md" : "lg"}
      fw={500}
      style={{ flexShrink: 0, minWidth: "max-content" }}
    >
      {props.word}
    </Badge>
  );
}
