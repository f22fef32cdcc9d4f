/** Maximum length of the texts of an edit, and maximum number of its images. */
export const editLimits = { title: 150, description: 5_000, brand: 70, images: 10 };
