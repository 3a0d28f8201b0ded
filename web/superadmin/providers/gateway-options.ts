import { banks } from "#contract/values/banks";
import { mobileMoney } from "#contract/values/mobile-money";
import { useRead } from "../api.ts";

type Option = { id: string; name: string };

/** Banks and mobile money to choose from; while the lists cannot be read, those that are built in. */
export function useGatewayOptions(): { banks: readonly Option[]; services: readonly Option[] } {
  const bankList = useRead("listBanks", {}, { staleTime: 3_600_000 });
  const services = useRead("listMobileMoney", {}, { staleTime: 3_600_000 });
  return {
    banks: bankList.data ?? banks,
    // What cannot be collected is known and never offered.
    services: (services.data ?? mobileMoney).filter(({ isActive }) => isActive),
  };
}
