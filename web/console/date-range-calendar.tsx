import "@mantine/dates/styles.css";
import "dayjs/locale/sw";
import { Group, Stack, VisuallyHidden } from "@mantine/core";
import { DatePickerInput, DatesProvider } from "@mantine/dates";
import { useId } from "@mantine/hooks";
import { IconCalendar } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { type DayRange, dayOf, type Preset, presetRange } from "./days.ts";
import { SecondaryButton } from "./kit.tsx";
import { language, t } from "./language.ts";
import { useIsPhone } from "./media.ts";

export type DateRangeProps = {
  label: string;
  value: DayRange;
  onChange: (range: DayRange) => void;
  /** May be no range at all. */
  clearable?: boolean;
};

type Pair = [string | null, string | null];
const pair = ({ from, to }: { from: string; to: string }): Pair => [from || null, to || null];

export function DateRangeCalendar(props: DateRangeProps) {
  const { label, value, onChange, clearable = false } = props;
  const phone = useIsPhone();
  // Half a range stays here until its second day is chosen.
  const [chosen, setChosen] = useState<Pair>(pair(value));
  const { from, to } = value;
  // Opens on the range's last month, from where today is near.
  const [month, setMonth] = useState(to || dayOf());
  useEffect(() => {
    setChosen(pair({ from, to }));
    setMonth(to || dayOf());
  }, [from, to]);
  const presets = (
    [
      ["today", t("Today")],
      ["yesterday", t("Yesterday")],
      ["week", t("7 days")],
      ["month", t("30 days")],
      ["thisMonth", t("This month")],
    ] as const satisfies readonly (readonly [Preset, string])[]
  ).map(([preset, name]) => ({ value: pair(presetRange(preset)), label: name }));
  const id = useId();
  return (
    <DatesProvider settings={{ locale: language(), firstDayOfWeek: 1 }}>
      <Stack gap="xs">
        {/* The button is called by what it is for and by what it shows. */}
        <VisuallyHidden id={`${id}-name`}>{label}</VisuallyHidden>
        <DatePickerInput
          id={id}
          type="range"
          size="md"
          aria-labelledby={`${id}-name ${id}`}
          placeholder={label}
          valueFormat="D MMM YYYY"
          labelSeparator="–"
          leftSection={<IconCalendar size={18} aria-hidden />}
          dropdownType={phone ? "modal" : "popover"}
          modalProps={{ title: label, closeButtonProps: { "aria-label": t("Close") } }}
          allowSingleDateInRange
          clearable={clearable}
          clearButtonProps={{ "aria-label": t("Any day") }}
          previousLabel={t("Earlier")}
          nextLabel={t("Later")}
          // Days of other months are too pale to be read, and can be had there.
          hideOutsideDates
          // So is the red of a weekend, which is no holiday of whoever sells WiFi.
          weekendDays={[]}
          maxDate={dayOf()}
          // Beside the calendar they push its last days out of a phone's window.
          {...(phone ? {} : { presets })}
          date={month}
          onDateChange={setMonth}
          value={chosen}
          onChange={([first, last]) => {
            setChosen([first, last]);
            if (first && last) onChange({ from: first, to: last });
            if (!first && !last) onChange({ from: "", to: "" });
          }}
        />
        {/* Each as wide as its words: four of one width cut the longest. */}
        {phone ? (
          <Group gap="xs" grow preventGrowOverflow={false}>
            {presets.map(({ value: [first, last], label: name }) => (
              <SecondaryButton
                key={name}
                size="sm"
                px={4}
                mih={44}
                aria-pressed={first === from && last === to}
                onClick={() => onChange({ from: first ?? "", to: last ?? "" })}
              >
                {name}
              </SecondaryButton>
            ))}
          </Group>
        ) : null}
      </Stack>
    </DatesProvider>
  );
}
