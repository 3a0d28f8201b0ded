import { Alert, ColorInput, List, SimpleGrid, Stack, Textarea, TextInput } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { BrandColours } from "../../ui/brand-colours.ts";
import { contrast, parseHex, white } from "../../ui/colour.ts";
import { t } from "../language.ts";
import { LogoField } from "./logo-field.tsx";
import type { SettingsForm } from "./settings-form-rules.ts";

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

export function Appearance({ form }: { form: SettingsForm }) {
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

function PoorContrast({ faint }: { faint: readonly Faint[] }) {
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

export function Contact({ form }: { form: SettingsForm }) {
  return (
    <Stack>
      <TextInput
        type="tel"
        autoComplete="tel"
        label={t("Support phone")}
        description={t("Visitors call it with one tap.")}
        maxLength={40}
        {...form.getInputProps("supportPhone")}
      />
      <TextInput
        type="email"
        autoComplete="email"
        label={t("Support e-mail")}
        description={t("Visitors copy it.")}
        maxLength={200}
        {...form.getInputProps("supportEmail")}
      />
    </Stack>
  );
}

export function Content(props: { form: SettingsForm; businessName: string }) {
  const { form, businessName } = props;
  return (
    <Stack>
      <TextInput
        label={t("Company name")}
        description={t("Left empty: {name}", { name: businessName })}
        maxLength={100}
        {...form.getInputProps("companyName")}
      />
      <Textarea
        size="md"
        label={t("Welcome message")}
        autosize
        minRows={2}
        maxLength={300}
        {...form.getInputProps("welcomeMessage")}
      />
      <TextInput
        type="url"
        inputMode="url"
        autoCapitalize="none"
        label={t("Terms URL")}
        placeholder="https://"
        {...form.getInputProps("termsUrl")}
      />
      <TextInput
        type="url"
        inputMode="url"
        autoCapitalize="none"
        label={t("Privacy URL")}
        placeholder="https://"
        {...form.getInputProps("privacyUrl")}
      />
    </Stack>
  );
}

/** Lines and surfaces that must be seen need 3:1 (WCAG 2.2, 1.4.11). Text is safe: the portal computes its colour. */
const enough = 3;

type Faint = {
  colour: "primaryColor" | "secondaryColor";
  on: "card" | "background";
  ratio: number;
};

/** Which chosen colours are hard to see where the portal uses them. */
export function faintColours(colours: BrandColours): Faint[] {
  const background = parseHex(colours.backgroundColor) ?? white;
  const places = [
    { colour: "primaryColor", on: "card", against: white },
    { colour: "secondaryColor", on: "card", against: white },
    { colour: "primaryColor", on: "background", against: background },
  ] as const;
  return places.flatMap(({ colour, on, against }) => {
    const chosen = parseHex(colours[colour]);
    if (!chosen || (on === "background" && contrast(background, white) < 1.1)) return [];
    const ratio = contrast(chosen, against);
    return ratio < enough ? [{ colour, on, ratio: Math.floor(ratio * 10) / 10 }] : [];
  });
}
