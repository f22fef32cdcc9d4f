/** The version of this package. `npm run release` writes it. */
export const version = "1.0.0";
