/** The texts of Home. */
export const texts = { title: "Home" };
