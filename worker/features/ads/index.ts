export { adsFor } from "./active-ads.ts";
export { recordClick, recordView, skipAds } from "./record.ts";
export { archiveAd, draftAd, saveAd } from "./save-ad.ts";
export { type Website, websitesWanted } from "./websites-wanted.ts";
