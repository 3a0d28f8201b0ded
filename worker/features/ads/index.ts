export { adsFor } from "./active-ads.ts";
export { recordClick, recordView, skipAds } from "./record.ts";
export { type AdInput, archiveAd, saveAd } from "./save-ad.ts";
export { type Website, websitesWanted } from "./websites-wanted.ts";
