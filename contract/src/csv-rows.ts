/** Rows of an export at most: spreadsheets stay usable, and one export cannot hold the database. The screens say so before the download, and the last line of the file does. */
export const CSV_ROWS_MAX = 10_000
