import type { ManagedAd } from "#contract/ads";
import { neededNumber } from "../../console/call-form.ts";

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

export function bodyOf(fields: AdFields) {
  const { title, description, content, imageUrl, externalUrl, displayDuration, priority, ...rest } = fields;
  return {
    title: title.trim(),
    description: description.trim(),
    content,
    imageUrl: imageUrl.trim(),
    externalUrl: externalUrl.trim(),
    displayDuration: neededNumber(displayDuration),
    priority: neededNumber(priority),
    ...rest,
  };
}

export type AdBody = ReturnType<typeof bodyOf>;
