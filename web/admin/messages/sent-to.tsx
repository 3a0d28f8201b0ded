import { Card, Stack, Title } from "@mantine/core";
import { PlainList } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { useList } from "../api.ts";
import { MessageCard } from "./message-card.tsx";

/** The last messages to a number; nothing where there is none, as where messages are off. */
export function SentTo({ phoneNumber }: { phoneNumber: string }) {
  const sent = useList("listMessages", { query: { phone: phoneNumber, pageSize: 10 } }, { staleTime: 0 });
  const found = sent.data?.rows ?? [];
  if (found.length === 0) return null;
  return (
    <Stack gap="xs" component="section" aria-labelledby="sent-to">
      <Title order={2} size="h4" id="sent-to">
        {t("Messages")}
      </Title>
      <PlainList gap={6}>
        {found.map((one) => (
          <Card component="li" key={one.id} px="sm" py={5}>
            <MessageCard one={one} />
          </Card>
        ))}
      </PlainList>
    </Stack>
  );
}
