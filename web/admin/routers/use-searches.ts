import { useState } from "react";
import type { FoundRouter, Scan } from "#contract/routers";
import { t } from "../../console/language.ts";
import { errorText, toastError } from "../../console/toast.tsx";
import { useAct } from "../api.ts";

/** What the panel below the buttons shows. */
export type Search =
  | { kind: "discovering" }
  | { kind: "discovered"; bridgeId: string; found: FoundRouter[]; message: string }
  | { kind: "scanning" }
  | { kind: "scan"; scan: Scan };

export type Searches = {
  search: Search | null;
  busy: boolean;
  discover: () => void;
  scan: () => void;
  close: () => void;
};

/** The two ways to find routers. @param bridgeId through which bridge; null where the server shall choose */
export function useSearches(bridgeId: string | null): Searches {
  const [search, setSearch] = useState<Search | null>(null);
  const discovery = useAct("discoverRouters");
  const scanning = useAct("scanNetwork");
  const body = bridgeId === null ? {} : { bridgeId };

  const noDiscovery = (text: string) => {
    setSearch(null);
    toastError(t("Auto-Discovery Failed"), text);
  };
  const discover = () => {
    setSearch({ kind: "discovering" });
    const otherwise = t("Failed to discover MikroTik routers");
    discovery.mutate(
      { body },
      {
        onSuccess: ({ success, ...answer }) => {
          if (success) setSearch({ kind: "discovered", ...answer });
          else noDiscovery(answer.message || otherwise);
        },
        onError: (error) => noDiscovery(errorText(error, otherwise)),
      },
    );
  };
  const noScan = (text: string) => {
    setSearch(null);
    toastError(t("Network Scan Failed"), text);
  };
  const scan = () => {
    setSearch({ kind: "scanning" });
    const otherwise = t("Failed to scan the network");
    scanning.mutate(
      { body },
      {
        onSuccess: (answer) => {
          if (answer.success) setSearch({ kind: "scan", scan: answer.scan });
          else noScan(answer.message || otherwise);
        },
        onError: (error) => noScan(errorText(error, otherwise)),
      },
    );
  };
  return {
    search,
    busy: discovery.isPending || scanning.isPending,
    discover,
    scan,
    close: () => setSearch(null),
  };
}
