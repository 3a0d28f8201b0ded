import { Tabs } from "@mantine/core";
import { type ReactElement, useEffect, useRef } from "react";
import classes from "./page-tabs.module.css";

/** The tabs of a page, in one line: a phone pushes it sideways, and what is chosen is always in sight. */
export function PageTabs(props: { names: Readonly<Record<string, string>>; chosen: string }): ReactElement {
  const { names, chosen } = props;
  const list = useRef<HTMLDivElement>(null);
  // A number behind a name comes with the page's data, and moves what stands after it.
  const written = Object.values(names).join();
  useEffect(() => {
    const line = list.current;
    if (written === "") return;
    const tab = line?.querySelector<HTMLElement>(`[role=tab][data-tab="${chosen}"]`);
    if (line && tab) line.scrollLeft = tab.offsetLeft - (line.clientWidth - tab.offsetWidth) / 2;
  }, [chosen, written]);
  return (
    <Tabs.List mb="md" ref={list} className={classes.list ?? ""}>
      {Object.entries(names).map(([name, words]) => (
        <Tabs.Tab key={name} value={name} data-tab={name} className={classes.tab ?? ""}>
          {words}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  );
}
