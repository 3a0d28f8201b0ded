export { isStoredPicture, newPicture, picturesIn, pictureType, storePicture } from "./media.ts";
export { mountMedia } from "./media-routes.ts";
export {
  countPictures,
  keepStatements,
  platformsOwn,
  reuseStatement,
  settleStatements,
  sweepPictures,
} from "./picture-uses.ts";
export { portalBrand } from "./portal-brand.ts";
export { themeOf } from "./theme.ts";
