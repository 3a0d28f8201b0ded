/** /system. */

import { formatDuration } from "./duration.ts";
import { type Menu, nothing, singleton } from "./menu.ts";
import type { Row } from "./query.ts";
import { requiredText } from "./values.ts";
import { factsOf, type World, wallTime } from "./world.ts";

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Minutes east of UTC at that moment; throws RangeError for a zone that does not exist. */
function zoneOffset(zone: string, at: number): number {
  const name = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" })
    .formatToParts(at)
    .find((part) => part.type === "timeZoneName")?.value;
  const parts = /GMT([+-])(\d{2}):(\d{2})/.exec(name ?? "");
  return parts === null ? 0 : (parts[1] === "-" ? -1 : 1) * (Number(parts[2]) * 60 + Number(parts[3]));
}

export function clockTexts(world: World, at: number): { date: string; time: string; offset: string } {
  const minutes = zoneOffset(world.state.timeZone, at);
  const local = new Date(at + minutes * 60_000).toISOString();
  const [year = "", month = "", day = ""] = local.slice(0, 10).split("-");
  const size = Math.abs(minutes);
  const two = (number: number) => String(number).padStart(2, "0");
  return {
    date:
      world.faults.dateFormat === "iso"
        ? `${year}-${month}-${day}`
        : `${months[Number(month) - 1]}/${day}/${year}`,
    time: local.slice(11, 19),
    offset: `${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`,
  };
}

const identity = singleton("/system/identity", (world) => ({ name: world.state.identity }), [
  [
    "set",
    {
      writes: true,
      parameters: () => ["name"],
      run: ({ world, command }) => {
        world.state.identity = requiredText(command.attributes.get("name") ?? "", "name", world);
        return nothing;
      },
    },
  ],
]);

const resource = singleton("/system/resource", (world) => ({
  uptime: formatDuration(world.now() - world.state.bootedAt),
  version: factsOf(world).label.replace(/^\S+/, world.settings.release),
  "build-time": factsOf(world).buildTimeText,
  "free-memory": "853540864",
  "total-memory": "1073741824",
  cpu: "ARM64",
  "cpu-count": "4",
  "cpu-frequency": "1400",
  "cpu-load": "3",
  "free-hdd-space": String(world.settings.flash.free),
  "total-hdd-space": String(world.settings.flash.total),
  "architecture-name": world.settings.architecture,
  "board-name": world.settings.board,
  platform: "MikroTik",
}));

const clock = singleton("/system/clock", (world) => {
  const shown = clockTexts(world, wallTime(world));
  return {
    time: shown.time,
    date: shown.date,
    "time-zone-autodetect": "false",
    "time-zone-name": world.state.timeZone,
    "gmt-offset": shown.offset,
    "dst-active": "false",
  };
});

function deviceModeRow(world: World): Row {
  const allowed = world.faults.hotspotAllowed;
  const mode: Row = { mode: allowed ? "advanced" : "home", flagged: "false", "flagging-enabled": "true" };
  if (factsOf(world).deviceMode === "mode") return mode;
  const feature = String(allowed);
  return { ...mode, hotspot: feature, scheduler: feature, fetch: feature, "attempt-count": "0" };
}

const deviceMode: Menu = {
  ...singleton("/system/device-mode", deviceModeRow),
  exists: (world) => factsOf(world).deviceMode !== "none",
};

export const systemMenus: readonly Menu[] = [identity, resource, clock, deviceMode];
