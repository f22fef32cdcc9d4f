export { checkPictures, countBrokenPictures, type TryPicture } from "./check-pictures.ts";
export { pictures } from "./pictures.router.ts";
export { isPublic } from "./put-picture.ts";
export { readPicture } from "./read-picture.ts";
