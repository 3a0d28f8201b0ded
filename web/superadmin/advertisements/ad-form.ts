import * as z from "zod/mini";
import type { ManagedAd } from "#contract/ads";
import { t } from "../../console/language.ts";

/** The form as it is typed, numbers as texts; with the defaults of docs/behaviour/operator-console.md, OC-75. */
export const newAd = {
  title: "",
  description: "",
  content: "",
  /** "" for none, an own address, a data URL, or a web address to copy from. */
  imageUrl: "",
  externalUrl: "",
  displayDuration: "30",
  priority: "1",
  startDate: "",
  endDate: "",
  targetAudience: "all" as ManagedAd["targetAudience"],
  isActive: true,
};
export type AdFields = typeof newAd;

export function fieldsOf(ad: ManagedAd): AdFields {
  const { title, description, content, targetAudience, isActive } = ad;
  return {
    title,
    description,
    content,
    targetAudience,
    isActive,
    imageUrl: ad.imageUrl ?? "",
    externalUrl: ad.externalUrl ?? "",
    displayDuration: String(ad.displayDuration),
    priority: String(ad.priority),
    startDate: ad.startDate ?? "",
    endDate: ad.endDate ?? "",
  };
}

export type AdTab = "content" | "settings";

const onContentTab: readonly string[] = ["title", "description", "content", "imageUrl", "externalUrl"];
export const tabOf = (field: string): AdTab => (onContentTab.includes(field) ? "content" : "settings");

const isWebAddress = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text);
const isPicture = (text: string) =>
  text.startsWith("/media/") || text.startsWith("data:") || (/^https:/i.test(text) && isWebAddress(text));

/** The rules of worker/contract/ads.ts. */
export function adSchema() {
  const whole = (least: number, most: number, error: string) =>
    z
      .string()
      .check(
        z.refine(
          (typed) => /^\d{1,4}$/.test(typed.trim()) && Number(typed) >= least && Number(typed) <= most,
          error,
        ),
      );
  return z.object({
    title: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, t("Please enter a title.")),
        z.maxLength(100, t("The title is too long: at most 100 characters.")),
      ),
    description: z
      .string()
      .check(z.trim(), z.maxLength(500, t("The description is too long: at most 500 characters."))),
    content: z.string().check(z.trim(), z.minLength(1, t("Please enter the content."))),
    imageUrl: z
      .string()
      .check(
        z.refine(
          (typed) => typed.trim() === "" || isPicture(typed.trim()),
          t("The image must be a picture that you choose, or an address that begins with https://."),
        ),
      ),
    externalUrl: z
      .string()
      .check(
        z.refine(
          (typed) => typed.trim() === "" || isWebAddress(typed.trim()),
          t("The external address must be a web address, beginning with http:// or https://."),
        ),
      ),
    displayDuration: whole(5, 300, t("The display duration is a whole number of seconds from 5 to 300.")),
    priority: whole(1, 10, t("The priority is a whole number from 1 to 10.")),
    startDate: z.string(),
    endDate: z.string(),
    targetAudience: z.enum(["all", "new_users", "returning_users"]),
    isActive: z.boolean(),
  });
}

export function isBackwards({ startDate, endDate }: Pick<AdFields, "startDate" | "endDate">): boolean {
  return startDate.length === 10 && endDate.length === 10 && endDate < startDate;
}

/** Of fields that were found right. */
export function bodyOf(fields: AdFields) {
  const { title, description, content, imageUrl, externalUrl, displayDuration, priority, ...rest } = fields;
  return {
    title: title.trim(),
    description: description.trim(),
    content,
    imageUrl: imageUrl.trim(),
    externalUrl: externalUrl.trim(),
    displayDuration: Number(displayDuration),
    priority: Number(priority),
    ...rest,
  };
}

export type AdBody = ReturnType<typeof bodyOf>;
