import { Stack } from "@mantine/core";
import type { Provider } from "#contract/providers";
import { DataFile } from "../../console/data-file.tsx";
import { dayOf } from "../../console/days.ts";
import { t } from "../../console/language.ts";
import { callApiFile } from "../api.ts";
import { EraseProvider } from "./erase-provider.tsx";
import { RestoreProvider } from "./restore-provider.tsx";

/** What is kept of one provider, as a whole (docs/behaviour/operator-console.md, OC-37a). */
export function ProviderData({ provider }: { provider: Provider }) {
  const { id, subdomain } = provider;
  return (
    <Stack>
      <DataFile
        title={t("Data of this provider")}
        text={t(
          "Everything that is kept of it, as one file. Passwords, keys, and the codes of vouchers that are unused or in use are not in it.",
        )}
        action={t("Download data")}
        fileName={`${subdomain}-${dayOf()}.jsonl`}
        read={() => callApiFile("exportProviderData", { params: { id } })}
      />
      <RestoreProvider provider={provider} />
      <EraseProvider provider={provider} />
    </Stack>
  );
}
