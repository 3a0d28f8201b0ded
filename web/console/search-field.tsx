import { CloseButton, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { type ReactElement, useEffect, useRef, useState } from "react";
import { t } from "./language.ts";

/** Searches while one types, a little behind the fingers; Escape and the cross clear it at once. */
export function SearchField(props: {
  /** What is searched for now, as in the address. */
  value: string;
  onSearch: (text: string) => void;
  label: string;
  placeholder?: string;
  delayMs?: number;
}): ReactElement {
  const { value, onSearch, label, placeholder = label, delayMs = 300 } = props;
  const [typed, setTyped] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const later = useDebouncedCallback(onSearch, delayMs);
  // The address can change without this field: back, or a Clear search button elsewhere.
  useEffect(() => setTyped(value), [value]);
  const clear = () => {
    later.cancel();
    setTyped("");
    onSearch("");
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
