// Line drawings on a 24 x 24 grid, as path data. Each app draws them with its own component; nothing is loaded.

export const icons = {
  wifi: "M2.5 9.2a14 14 0 0 1 19 0M5.7 12.7a9.2 9.2 0 0 1 12.6 0M8.9 16.1a4.6 4.6 0 0 1 6.2 0M12 19.6h.01",
  check: "M5 12.6l4.6 4.6L19.4 7.4",
  close: "M6 6l12 12M18 6L6 18",
  alert: "M12 5v8.5M12 18.5h.01",
  forward: "M9 5.5l6.5 6.5L9 18.5",
  phone:
    "M6.6 3.5h2.6l1.6 4.2-2 1.5a12 12 0 0 0 6 6l1.5-2 4.2 1.6v2.6a2 2 0 0 1-2.2 2A17.3 17.3 0 0 1 4.6 5.7a2 2 0 0 1 2-2.2z",
  copy: "M9 9h10.5v10.5H9zM15 9V4.5H4.5V15H9",
  bolt: "M13 3L5.5 13.5H11L10 21l8.5-11H13z",
  shield: "M12 3l7.5 2.8v5.4c0 4.6-3 8-7.5 9.8-4.5-1.8-7.5-5.2-7.5-9.8V5.8zM8.8 12.2l2.3 2.3 4.3-4.6",
  headset:
    "M4 14.5V12a8 8 0 0 1 16 0v2.5M4 14h3v5H5a1 1 0 0 1-1-1zM20 14h-3v5h2a1 1 0 0 0 1-1zM19 19c0 1.5-2 2.2-5 2.2",
  ticket: "M3.5 7.5h17v3a1.6 1.6 0 0 0 0 3.2v3h-17v-3a1.6 1.6 0 0 0 0-3.2zM14.5 7.5v9.2",
} as const;

export type IconName = keyof typeof icons;
