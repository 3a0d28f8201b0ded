export { adsFor, type Website, websitesWanted } from "./active-ads.ts";
export { recordClick, recordView, skipAds } from "./record.ts";
export { archiveAd, draftAd, saveAd } from "./save-ad.ts";
