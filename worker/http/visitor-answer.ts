import * as z from "zod";
import { PlanForVisitors } from "../contract/plans.ts";
import { PortalAd, PortalBrand, type PortalPage } from "../contract/portal.ts";

// What visitors are told is cut to its schema at the edge: a field that a store or a console's answer has beside it stays here.
// Values are copied as they are: an answer after an act, such as a payment, is never refused for its form.

type Pick = (value: unknown) => unknown;

const asItIs: Pick = (value) => value;

/** Copies of a value what its schema names. Made once for a schema. */
export function pickerOf(schema: z.ZodType): Pick {
  if (schema instanceof z.ZodArray) {
    const each = pickerOf(schema.element as z.ZodType);
    return (value) => (value as unknown[]).map(each);
  }
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    const within = pickerOf(schema.unwrap() as z.ZodType);
    return (value) => (value === null || value === undefined ? value : within(value));
  }
  // The description of the API, which is the same for everybody.
  if (!(schema instanceof z.ZodObject) || schema.def.catchall) return asItIs;
  const fields = Object.entries(schema.shape).map(([name, field]): [string, Pick] => [
    name,
    pickerOf(field as z.ZodType),
  ]);
  return (value) => {
    const given = value as Record<string, unknown>;
    const picked: Record<string, unknown> = {};
    for (const [name, pick] of fields) if (given[name] !== undefined) picked[name] = pick(given[name]);
    return picked;
  };
}

const shop = z.object({ plans: z.array(PlanForVisitors), brand: PortalBrand, ads: z.array(PortalAd) });
const pickShop = pickerOf(shop);

/** The page with only what visitors may have of what consoles read, too. */
export function pageForVisitors(page: PortalPage): PortalPage {
  return { ...page, ...(pickShop(page) as z.infer<typeof shop>) };
}
