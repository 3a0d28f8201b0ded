import { Card, Text } from "@mantine/core";
import { Link } from "react-router";
import { Hint } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { useRead } from "../api.ts";
import { addresses } from "../navigation.ts";

/** Until every step to the first real sale is done; then it is found at How it runs. */
export function GoingLive() {
  const { data } = useRead("readGoLive");
  const open = (data?.steps ?? []).filter(({ seen, marked }) => seen === null && marked === null).length;
  if (!data || open === 0) return null;
  return (
    <Card component={Link} to={addresses.goLive} padding="sm">
      <Text fw={600}>{t("Going live")}</Text>
      <Hint>{t("{open} of {count} steps to a real sale are open", { open, count: data.steps.length })}</Hint>
    </Card>
  );
}
