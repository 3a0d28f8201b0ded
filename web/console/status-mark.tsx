import { Badge } from "@mantine/core";
import type { ReactElement } from "react";

export type Tone = "good" | "bad" | "wait" | "off";
const colours: Record<Tone, string> = { good: "teal", bad: "red", wait: "yellow", off: "gray" };

/** Status is always a dot and a word. */
export function StatusMark(props: { tone: Tone; word: string }): ReactElement {
  return (
    <Badge variant="dot" color={colours[props.tone]} tt="none" size="lg" fw={500} style={{ flexShrink: 0 }}>
      {props.word}
    </Badge>
  );
}
