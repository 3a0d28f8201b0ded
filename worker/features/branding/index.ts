export { isStoredPicture, pictureType, storePicture } from "./media.ts";
export { mountMedia } from "./media-routes.ts";
export { portalBrand } from "./portal-brand.ts";
export { themeOf } from "./theme.ts";
