import { Tabs } from "@mantine/core";
import { useEffect, useRef } from "react";
import classes from "./page-tabs.module.css";
import row from "./sideways.module.css";

export function PageTabs(props: { names: Readonly<Record<string, string>>; chosen: string }) {
  const { names, chosen } = props;
  const list = useRef<HTMLDivElement>(null);
  // Counts arrive with the data and move the tabs.
  const written = Object.values(names).join();
  useEffect(() => {
    const line = list.current;
    if (written === "") return;
    const tab = line?.querySelector<HTMLElement>(`[role=tab][data-tab="${chosen}"]`);
    if (line && tab) line.scrollLeft = tab.offsetLeft - (line.clientWidth - tab.offsetWidth) / 2;
  }, [chosen, written]);
  return (
    <Tabs.List mb="md" ref={list} className={`${classes.list} ${row.sideways}`}>
      {Object.entries(names).map(([name, words]) => (
        <Tabs.Tab key={name} value={name} data-tab={name} className={classes.tab ?? ""}>
          {words}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  );
}
