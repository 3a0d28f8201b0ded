import { useQuery } from "@tanstack/react-query";
import type { BankOption, MobileMoneyOption } from "#contract/gateways";
import { banks } from "#contract/values/banks";
import { mobileMoney } from "#contract/values/mobile-money";
import { useRead } from "../api.ts";

const anHour = { staleTime: 3_600_000 };

/** Banks and mobile money to choose from: of the API, else of the files, else those that are built in. */
export function useGatewayOptions(): {
  banks: readonly BankOption[];
  services: readonly MobileMoneyOption[];
} {
  const bankList = useRead("listBanks", {}, anHour);
  const serviceList = useRead("listMobileMoney", {}, anHour);
  const bankFile = useFile<BankOption>("/banks.json", bankList.isError);
  const serviceFile = useFile<MobileMoneyOption>("/mobile-money.json", serviceList.isError);
  return {
    banks: bankList.data ?? bankFile ?? banks,
    // What cannot be collected is known and never offered.
    services: (serviceList.data ?? serviceFile ?? mobileMoney).filter(
      ({ isActive, collectable }) => isActive && collectable,
    ),
  };
}

/** @returns undefined until it is there, and where it is no list */
function useFile<Option>(path: string, enabled: boolean): readonly Option[] | undefined {
  const file = useQuery({
    ...{ queryKey: [path], enabled, ...anHour },
    queryFn: async () => {
      const answer = await fetch(path);
      const list: unknown = answer.ok ? await answer.json() : null;
      if (!Array.isArray(list)) throw new Error(`${path} is no list`);
      return list as Option[];
    },
  });
  return file.data;
}
