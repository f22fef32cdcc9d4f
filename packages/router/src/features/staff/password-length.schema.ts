/** The shortest and the longest password of a member of staff, in characters. */
export const passwordLength = { min: 8, max: 128 };
