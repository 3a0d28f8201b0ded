import { SegmentedControl, Stack, useMantineColorScheme } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { chooseLanguage, t, useLanguage } from "./language.ts";

export function LanguageChoice() {
  const client = useQueryClient();
  const choose = async (value: string) => {
    await chooseLanguage(value === "sw" ? "sw" : "en");
    // The server's sentences come in the language that they are asked for in.
    await client.invalidateQueries();
  };
  return (
    <SegmentedControl
      fullWidth
      aria-label={t("Language")}
      data={[
        { value: "en", label: "English" },
        { value: "sw", label: "Kiswahili" },
      ]}
      value={useLanguage()}
      onChange={(value) => void choose(value)}
    />
  );
}

export function Choices() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Stack gap="xs">
      <LanguageChoice />
      <SegmentedControl
        fullWidth
        // Three words of Kiswahili are wider than the sidebar with the usual room around them.
        styles={{ label: { paddingInline: 6 } }}
        aria-label={t("Theme")}
        data={[
          { value: "light", label: t("Light") },
          { value: "dark", label: t("Dark") },
          { value: "auto", label: t("System") },
        ]}
        value={colorScheme}
        onChange={(value) => setColorScheme(value as "light" | "dark" | "auto")}
      />
    </Stack>
  );
}
