import { useLocalStorage } from "@mantine/hooks";

export type PaperWidth = "a4" | "80" | "58";

/** What stands on a printed voucher, as this browser last chose it. */
export type SheetTemplate = {
  paper: PaperWidth;
  price: boolean;
  speed: boolean;
  qr: boolean;
  company: boolean;
  /** Null: nobody was asked for it yet. */
  ssid: string | null;
};

const usual: SheetTemplate = { paper: "a4", price: true, speed: true, qr: true, company: true, ssid: null };

/** Validates what the storage holds. */
export function readTemplate(text: string | undefined): SheetTemplate {
  let kept: Partial<Record<keyof SheetTemplate, unknown>> = {};
  try {
    const read: unknown = JSON.parse(text ?? "{}");
    if (typeof read === "object" && read !== null) kept = read;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
  }
  const flag = (name: "price" | "speed" | "qr" | "company") =>
    typeof kept[name] === "boolean" ? kept[name] : usual[name];
  return {
    paper: kept.paper === "80" || kept.paper === "58" ? kept.paper : "a4",
    price: flag("price"),
    speed: flag("speed"),
    qr: flag("qr"),
    company: flag("company"),
    ssid: typeof kept.ssid === "string" ? kept.ssid.slice(0, 32) : null,
  };
}

export function useSheetTemplate(): [SheetTemplate, (change: Partial<SheetTemplate>) => void] {
  const [template, keep] = useLocalStorage<SheetTemplate>({
    key: "voucher-sheet",
    defaultValue: usual,
    getInitialValueInEffect: false,
    deserialize: readTemplate,
  });
  return [template, (change) => keep((before) => ({ ...before, ...change }))];
}
