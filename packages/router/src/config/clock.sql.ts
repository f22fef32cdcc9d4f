export const readClock = "SELECT clock_timestamp() AS now";
