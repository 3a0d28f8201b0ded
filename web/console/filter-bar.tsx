import { Button, CloseButton, Group, Skeleton, Stack, TextInput } from "@mantine/core";
import { useDebouncedCallback, useDisclosure } from "@mantine/hooks";
import { IconFilter, IconSearch } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import type { DateRangeProps } from "./date-range-calendar.tsx";
import classes from "./filter-bar.module.css";
import { IconButton } from "./icon-button.tsx";
import { SecondaryButton } from "./kit.tsx";
import { t } from "./language.ts";
import { Empty } from "./loaded.tsx";
import { useIsWide } from "./media.ts";

export function FilterBar(props: {
  search: {
    value: string;
    onSearch: (q: string) => void;
    label: string;
    placeholder: string;
    shortPlaceholder?: string;
  };
  set: number;
  onClear: () => void;
  children: ReactNode;
}) {
  const { search, set } = props;
  const { shortPlaceholder = search.placeholder, ...field } = search;
  const wide = useIsWide();
  const [open, { toggle }] = useDisclosure(false);
  const clear =
    set > 0 ? (
      <Button variant="subtle" size="sm" px={8} mih={44} onClick={props.onClear} flex="none">
        {t("Clear filters")}
      </Button>
    ) : null;
  if (wide)
    return (
      <div className={classes.wide ?? ""}>
        <div className={classes.search ?? ""}>
          <SearchField {...field} />
        </div>
        {props.children}
        {clear}
      </div>
    );
  return (
    <Stack gap="xs" mb={8}>
      <Group gap="xs" wrap="nowrap">
        <div className={classes.search ?? ""}>
          <SearchField {...field} placeholder={shortPlaceholder} />
        </div>
        <IconButton
          icon={IconFilter}
          name={set > 0 ? t("Filters ({count})", { count: set }) : t("Filters")}
          variant={set > 0 ? "light" : "default"}
          aria-expanded={open}
          onClick={toggle}
        />
      </Group>
      {open ? <Stack gap="sm">{props.children}</Stack> : null}
      {clear ? <Group>{clear}</Group> : null}
    </Stack>
  );
}

/** Searches while one types, a little behind the fingers; Escape and the cross clear it at once. */
export function SearchField(props: {
  value: string;
  onSearch: (text: string) => void;
  label: string;
  placeholder?: string;
  delayMs?: number;
}) {
  const { value, onSearch, label, placeholder = label, delayMs = 300 } = props;
  const [typed, setTyped] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const sent = useRef(value);
  const send = (text: string) => {
    sent.current = text;
    onSearch(text);
  };
  const later = useDebouncedCallback(send, delayMs);
  // The address can change without this field: back, or a Clear search button elsewhere. What it was given by this field
  // comes back while one goes on typing.
  useEffect(() => {
    if (value !== sent.current) setTyped(value);
    sent.current = value;
  }, [value]);
  const clear = () => {
    later.cancel();
    setTyped("");
    send("");
    input.current?.focus();
  };
  return (
    <TextInput
      ref={input}
      type="search"
      role="searchbox"
      aria-label={label}
      placeholder={placeholder}
      value={typed}
      maxLength={100}
      autoComplete="off"
      spellCheck={false}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={typed === "" ? null : <CloseButton aria-label={t("Clear search")} onClick={clear} />}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        later(event.currentTarget.value.trim());
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape" && typed !== "") {
          event.preventDefault();
          clear();
        }
        if (event.key === "Enter") later.flush();
      }}
    />
  );
}

const Calendar = lazy(async () => ({
  default: (await import("./date-range-calendar.tsx")).DateRangeCalendar,
}));

/** Two days in Africa/Nairobi, with the usual ranges one press away. The calendar is loaded when it is needed. */
export function DateRangeField(props: DateRangeProps) {
  return (
    <Suspense
      fallback={<Skeleton height={42} miw={220} radius="md" role="status" aria-label={props.label} />}
    >
      <Calendar {...props} />
    </Suspense>
  );
}

/** A list without rows: because of its filters, which can be taken off, or altogether. */
export function EmptyList(props: {
  icon: ReactNode;
  isFiltered: boolean;
  onClear: () => void;
  /** What filters hide everything, and the button against it. */
  filtered: { title: string; show: string };
  title: string;
  text?: string;
  action?: ReactNode;
}) {
  const { isFiltered, onClear, filtered, ...none } = props;
  if (!isFiltered) return <Empty {...none} />;
  const show = <SecondaryButton onClick={onClear}>{filtered.show}</SecondaryButton>;
  return <Empty icon={none.icon} title={filtered.title} action={show} />;
}
