import { Box, Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { t } from "../../console/language.ts";
import { Loaded } from "../../console/loaded.tsx";
import { callApi } from "../api.ts";
import type { AdBody } from "./ad-form.ts";

const height = 640;

/** The portal's page as it would be saved, in a sandboxed frame. */
export function AdPreview({ body }: { body: AdBody }) {
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

/** How the frame of an advertisement's own HTML begins inside the page's markup (web/portal/ad-frame.ts). */
const innerStart = "&lt;!doctype html&gt;&lt;meta charset=&quot;utf-8&quot;&gt;&lt;style";

/** The frame inherits this page's security policy: its styles need the nonce. Text is escaped, so it holds no style tag. */
export function letStylesIn(html: string, nonce: string): string {
  return html
    .replaceAll("<style>", `<style nonce="${nonce}">`)
    .replaceAll(innerStart, `${innerStart} nonce=&quot;${nonce}&quot;`);
}
