import { Alert, ColorInput, List, SimpleGrid, Stack } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactElement } from "react";
import { t } from "../language.ts";
import { type Faint, faintColours } from "./contrast.ts";
import { LogoField } from "./logo-field.tsx";
import type { SettingsForm } from "./settings-form.tsx";

const swatches = [
  "#0066cc",
  "#3B82F6",
  "#6366f1",
  "#0f766e",
  "#15803d",
  "#b45309",
  "#b91c1c",
  "#be185d",
  "#1F2937",
  "#ffffff",
];

export function Appearance({ form }: { form: SettingsForm }): ReactElement {
  const colours = [
    { name: "primaryColor", label: t("Primary colour"), text: t("Buttons and links") },
    { name: "secondaryColor", label: t("Secondary colour"), text: t("The mark of the popular plan") },
    { name: "backgroundColor", label: t("Background colour"), text: t("Behind the plans") },
    { name: "headerColor", label: t("Header colour"), text: t("The top, with logo and name") },
    { name: "footerColor", label: t("Footer colour"), text: t("The bottom, with your contacts") },
  ] as const;
  return (
    <Stack>
      <LogoField value={form.values.logoUrl} onChange={(logoUrl) => form.setFieldValue("logoUrl", logoUrl)} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {colours.map(({ name, label, text }) => (
          <ColorInput
            key={name}
            size="md"
            label={label}
            description={text}
            format="hex"
            swatches={swatches}
            swatchesPerRow={5}
            withEyeDropper={false}
            fixOnBlur={false}
            {...form.getInputProps(name)}
          />
        ))}
      </SimpleGrid>
      <PoorContrast faint={faintColours(form.values)} />
    </Stack>
  );
}

function PoorContrast({ faint }: { faint: readonly Faint[] }): ReactElement | null {
  if (faint.length === 0) return null;
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={t("Poor contrast")} role="status">
      <List size="sm">
        {faint.map((one) => (
          <List.Item key={`${one.colour} ${one.on}`}>{sentence(one)}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

function sentence({ colour, on, ratio }: Faint): string {
  if (on === "background")
    return t("Primary on your background: {ratio} to 1. It takes 3 to 1 to be seen well.", { ratio });
  if (colour === "primaryColor")
    return t("Primary on white cards: {ratio} to 1. The portal draws a darker line around it.", { ratio });
  return t("Secondary on white cards: {ratio} to 1. The portal draws a darker line around it.", { ratio });
}
