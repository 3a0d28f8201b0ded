import { Checkbox, Group, NativeSelect, Select, Stack, TextInput, Title } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import type { Package } from "#contract/lines";
import { kes } from "../../console/format.ts";
import { Hint, SecondaryButton, Warning } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { priceText } from "../lines/format-line.ts";
import { type Choices, needsUntil, packageOf } from "./line-rows.ts";
import type { LineProfile, ReadLineFile } from "./read-line-file.ts";

const AddPackage = lazy(async () => ({ default: (await import("../lines/package-form.tsx")).AddPackage }));

/** At which router, on which packages, until when, and whether balances come along. */
export function LineChoices(props: {
  content: ReadLineFile;
  choices: Choices;
  packages: readonly Package[];
  routers: readonly { id: string; name: string }[];
  routerId: string;
  onChange: (changes: Partial<Choices>) => void;
  onRouter: (id: string) => void;
  disabled: boolean;
}) {
  const { content, choices, packages, routers, routerId, onChange, onRouter, disabled } = props;
  const [making, setMaking] = useState<LineProfile | null>(null);
  const map = (profile: string, packageId: string) => {
    onChange({ mapping: Object.assign({}, choices.mapping, { [profile]: packageId }) });
  };
  const open = content.rows.filter(needsUntil).length;
  const held = content.rows.some(({ balance, fault }) => balance > 0 && fault === null);
  return (
    <Stack gap="sm">
      {content.hasLogins ? null : (
        <Warning>
          {t(
            "No column says how each line dials in. Add one with the heading PPPoE name, as the customer's device has it, and choose the file again.",
          )}
        </Warning>
      )}
      {routers.length === 1 ? null : (
        <Select
          label={t("Router of these lines")}
          description={t("Where their devices dial in. For several routers, a file for each.")}
          data={routers.map(({ id, name }) => ({ value: id, label: name }))}
          value={routerId || null}
          allowDeselect={false}
          disabled={disabled}
          onChange={(id) => onRouter(id ?? "")}
        />
      )}
      <Title order={3} size="h5">
        {t("Which of your packages is it?")}
      </Title>
      {content.profiles.map((profile) => (
        <Group key={profile.name} gap="xs" align="flex-end">
          <NativeSelect
            flex="1 1 220px"
            label={nameOf(profile)}
            description={t("{count, plural, one {# line} other {# lines}}", { count: profile.count })}
            data={[
              { value: "", label: t("Leave out") },
              ...packages.map((one) => ({ value: one.id, label: `${one.name} · ${priceText(one)}` })),
            ]}
            value={packageOf(choices, profile.name)}
            disabled={disabled}
            onChange={({ currentTarget }) => map(profile.name, currentTarget.value)}
          />
          <SecondaryButton
            disabled={disabled}
            aria-label={t("Make a package from {name}", { name: nameOf(profile) })}
            onClick={() => setMaking(profile)}
          >
            {t("Make a package")}
          </SecondaryButton>
        </Group>
      ))}
      {open === 0 ? null : (
        <TextInput
          type="date"
          label={t("Paid until, where the file does not say it")}
          description={t("{count, plural, one {# line} other {# lines}}. The end of that day.", {
            count: open,
          })}
          value={choices.until}
          disabled={disabled}
          onChange={({ currentTarget }) => onChange({ until: currentTarget.value })}
        />
      )}
      {held ? (
        <Checkbox
          size="md"
          checked={choices.hasBalances}
          disabled={disabled}
          label={t("Bring balances along")}
          description={t(
            "What a customer has paid ahead there pays the next periods here. It is no sale: it came in before.",
          )}
          onChange={({ currentTarget }) => onChange({ hasBalances: currentTarget.checked })}
        />
      ) : null}
      {making === null ? null : (
        <Suspense fallback={null}>
          <AddPackage
            start={{
              name: making.price === null ? making.name.slice(0, 60) : "",
              price: making.price === null ? "" : `${making.price / 100}`,
              downloadMbps: making.mbps === null ? "" : `${making.mbps}`,
            }}
            onMade={({ id }) => map(making.name, id)}
            onClose={() => setMaking(null)}
          />
        </Suspense>
      )}
      <Hint>{t("Lines come in under their own passwords. Nothing of a running connection changes.")}</Hint>
    </Stack>
  );
}

/** By its price alone where the file names no package. */
function nameOf({ name, price }: LineProfile): string {
  if (name === "") return t("Rows without a package");
  return price === null || /\p{L}{3}/u.test(name) ? name : kes(price / 100);
}
