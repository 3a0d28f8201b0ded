import { Box, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { t } from "../../console/language.ts";
import { Loaded } from "../../console/loaded.tsx";
import { callApi } from "../api.ts";
import type { AdBody } from "./ad-form.ts";
import { letStylesIn } from "./frame-styles.ts";

const height = 640;

/**
 * What visitors will see: the portal's own page, cleaned and drawn by the server as it would be after saving, in a frame in
 * which nothing runs.
 */
export function AdPreview({ body }: { body: AdBody }): ReactElement {
  const preview = useQuery({
    queryKey: ["ad preview", JSON.stringify(body)],
    queryFn: () => callApi("previewAd", { body }),
    gcTime: 0,
  });
  return (
    <Box maw={360} mx="auto" w="100%">
      <Loaded
        query={preview}
        loading={<Skeleton height={height} radius="lg" role="status" aria-label={t("Loading preview …")} />}
        failed={{ title: t("No preview"), text: t("The preview could not be made. Please try again.") }}
      >
        {({ html }) => (
          <iframe
            title={t("Preview of {title}", { title: body.title })}
            sandbox=""
            srcDoc={letStylesIn(html, nonceOfPage())}
            width="100%"
            height={height}
            style={{ border: "1px solid var(--mantine-color-default-border)", borderRadius: 24 }}
          />
        )}
      </Loaded>
      <Text size="xs" c="dimmed" ta="center" mt="xs">
        {t("As a visitor's phone shows it; buttons do nothing here.")}
      </Text>
    </Box>
  );
}

function nonceOfPage(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";
}
