import { Stack } from "@mantine/core";
import { IconApi, IconBook, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { Button, Hint, PlainList, SecondaryButton } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";
import { Empty, Loaded, LoadingRows, PageHead } from "../../console/loaded.tsx";
import type { PageData } from "../../console/page-data.ts";
import { useRead } from "../api.ts";
import { MakeToken } from "../api-tokens/make-token.tsx";
import { TokenCard } from "../api-tokens/token-card.tsx";
import { usePortalOrigin } from "../use-business-name.ts";

/** Tokens by which a provider's own programs call. */
export function ApiPage({ page }: { page: PageData }) {
  const tokens = useRead("listApiTokens", {}, { staleTime: 0 });
  const [isMaking, setMaking] = useState(false);
  const origin = usePortalOrigin(page);
  const make = (
    <Button icon={IconPlus} onClick={() => setMaking(true)}>
      {t("Make a token")}
    </Button>
  );
  return (
    <>
      <PageHead
        title={t("API")}
        text={t("Tokens by which your own programs read your figures or make vouchers, without a password.")}
        actions={
          <>
            <SecondaryButton component="a" href="/api/docs" icon={IconBook}>
              {t("All calls")}
            </SecondaryButton>
            {tokens.data?.length ? make : null}
          </>
        }
      />
      <Stack maw={720}>
        <Loaded
          query={tokens}
          loading={<LoadingRows rows={2} height={120} label={t("Loading …")} />}
          failed={{ title: t("Not loaded"), text: t("Please try again.") }}
          empty={
            <Empty
              icon={<IconApi size={28} aria-hidden />}
              title={t("No tokens yet")}
              text={t(
                "A shop of your own can sell your vouchers, or a sheet of yours can read your payments. Make a token for it.",
              )}
              action={make}
            />
          }
        >
          {(found) => (
            <PlainList gap="sm" aria-label={t("API tokens")}>
              {found.map((token) => (
                <TokenCard key={token.id} token={token} />
              ))}
            </PlainList>
          )}
        </Loaded>
        <Hint>
          {t(
            "No token moves money, changes people, plans or settings, or takes away what was sold. Make one for each program, so that you can revoke one alone.",
          )}
        </Hint>
      </Stack>
      {isMaking ? <MakeToken origin={origin} onClose={() => setMaking(false)} /> : null}
    </>
  );
}
