/** Minutes from one fetch of a stock file to the next: at least, at most, and without a choice. */
export const fetchMinutes = { min: 15, max: 1_440, usual: 60 };
