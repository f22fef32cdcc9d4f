/** Maximum lengths, and maximum number of images. */
export const editLimits = { title: 150, description: 5_000, brand: 70, images: 10 };
