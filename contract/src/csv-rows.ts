/**
 * Maximum rows of an export: keeps spreadsheets usable and limits the data that one export can take. The screens announce it before the
 * download, and the last line of the file states it.
 */
export const CSV_ROWS_MAX = 10_000
