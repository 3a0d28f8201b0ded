import { Button, Center, Stack, Text, Title } from "@mantine/core";
import { Link } from "react-router";
import { t } from "./language.ts";

export function NotFound({ home }: { home: string }) {
  return (
    <Center component="main" mih="100vh" p="md">
      <Stack align="center" ta="center">
        <Title order={1}>{t("404 Page Not Found")}</Title>
        <Text c="dimmed">{t("Did you forget to add the page to the router?")}</Text>
        <Button component={Link} to={home}>
          {t("Go to the dashboard")}
        </Button>
      </Stack>
    </Center>
  );
}
