import { Badge } from "@mantine/core";
import type { ReactElement } from "react";

export type Tone = "good" | "bad" | "wait" | "off";
const colours: Record<Tone, string> = { good: "teal", bad: "red", wait: "yellow", off: "gray" };

/** Status is always a dot and a word; a narrow column of a table does not cut it. */
export function StatusMark(props: { tone: Tone; word: string }): ReactElement {
  return (
    <Badge
      variant="dot"
      color={colours[props.tone]}
      tt="none"
      size="lg"
      fw={500}
      style={{ flexShrink: 0, minWidth: "max-content" }}
    >
      {props.word}
    </Badge>
  );
}
