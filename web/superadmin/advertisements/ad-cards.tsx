import { ActionIcon, Card, Group, SimpleGrid, Text, Title, Tooltip } from "@mantine/core";
import { IconEye, IconPencil, IconTrash } from "@tabler/icons-react";
import type { ReactElement, ReactNode } from "react";
import type { ManagedAd } from "#contract/ads";
import { t } from "../../console/language.ts";
import { StatusMark } from "../../console/status-mark.tsx";
import { audienceName, moment } from "./format-ad.ts";

export type AdActs = {
  onPreview: (ad: ManagedAd) => void;
  onEdit: (ad: ManagedAd) => void;
  onDelete: (ad: ManagedAd) => void;
};

export function AdCards({ ads, ...acts }: { ads: readonly ManagedAd[] } & AdActs): ReactElement {
  return (
    <SimpleGrid
      component="ul"
      cols={{ base: 1, sm: 2, lg: 3 }}
      p={0}
      m={0}
      aria-label={t("Advertisements")}
      style={{ listStyle: "none" }}
    >
      {ads.map((ad) => (
        <AdCard key={ad.id} ad={ad} {...acts} />
      ))}
    </SimpleGrid>
  );
}

function AdCard({ ad, ...acts }: { ad: ManagedAd } & AdActs): ReactElement {
  const { title, description, showsNow, priority, displayDuration, targetAudience } = ad;
  return (
    <Card component="li" data-testid="ad">
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
        <Title order={2} fz="md" style={{ overflowWrap: "anywhere" }}>
          {title}
        </Title>
        <StatusMark tone={showsNow ? "good" : "off"} word={showsNow ? t("Active") : t("Inactive")} />
      </Group>
      <Text size="sm" c="dimmed" mt={4} lineClamp={3} style={{ overflowWrap: "anywhere" }}>
        {description || t("No description")}
      </Text>
      <SimpleGrid component="dl" cols={2} spacing="xs" verticalSpacing={8} my="sm">
        <Fact name={t("Priority")}>{priority}</Fact>
        <Fact name={t("Duration")}>{t("{count} s", { count: displayDuration })}</Fact>
        <Fact name={t("Views")}>{ad.viewCount.toLocaleString("en-US")}</Fact>
        <Fact name={t("Clicks")}>{ad.clickCount.toLocaleString("en-US")}</Fact>
        <Fact name={t("Start date")}>{moment(ad.startDate, t("At once"))}</Fact>
        <Fact name={t("End date")}>{moment(ad.endDate, t("No end"))}</Fact>
        <Fact name={t("Target")}>{audienceName(targetAudience)}</Fact>
      </SimpleGrid>
      <Actions ad={ad} {...acts} />
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }): ReactElement {
  return (
    <div>
      <Text component="dt" size="xs" c="dimmed">
        {name}
      </Text>
      <Text component="dd" m={0} size="sm" fw={500} style={{ fontVariantNumeric: "tabular-nums" }}>
        {children}
      </Text>
    </div>
  );
}

function Actions({ ad, onPreview, onEdit, onDelete }: { ad: ManagedAd } & AdActs): ReactElement {
  const { title } = ad;
  const acts = [
    { name: t("Preview {name}", { name: title }), icon: IconEye, act: onPreview },
    { name: t("Edit {name}", { name: title }), icon: IconPencil, act: onEdit },
    { name: t("Delete {name}", { name: title }), icon: IconTrash, act: onDelete, color: "red" },
  ];
  return (
    <Group gap={4} mt="auto">
      {acts.map(({ name, icon: Icon, act, color }) => (
        <Tooltip key={name} label={name}>
          <ActionIcon aria-label={name} onClick={() => act(ad)} {...(color ? { color } : {})}>
            <Icon size={20} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ))}
    </Group>
  );
}
