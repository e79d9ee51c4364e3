/** A small CSV file as rows of text (RFC 4180). */
export function readCsv(text: string): string[][] {
  return text
    .split(/\r?\n(?=(?:[^"]*"[^"]*")*[^"]*$)/)
    .filter(Boolean)
    .map((line) =>
      line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).map((field) => (field.startsWith('"') ? field.slice(1, -1).replace(/""/g, '"') : field)),
    )
}
