/** Rows of a CSV file (RFC 4180) as it arrives, each with the line it begins on. */
import { FILE_FAULTS } from '../files/file-faults.ts'
import { type Chunks, FIELD_MAX, FileFault, textOf } from '../files/file-text.ts'

export interface CsvRow {
  readonly line: number
  readonly fields: readonly string[]
}
const FIELDS_MAX = 40
/** End-of-file mark of MS-DOS files, which OFAC's files have. */
const END_OF_FILE = '\u001a'

/** Where Windows separates lists with a semicolon, as in Colombia, spreadsheets save CSV with it. */
export type Separator = ',' | ';'

export async function* readCsvRows(chunks: Chunks, separator: Separator = ','): AsyncGenerator<CsvRow> {
  let line = 1
  let began = 1
  let field = ''
  let fields: string[] = []
  let state: 'plain' | 'quoted' | 'closing' = 'plain'
  const endField = () => {
    if (fields.push(field) > FIELDS_MAX) throw new FileFault(line, FILE_FAULTS.tooManyColumns(FIELDS_MAX))
    field = ''
    state = 'plain'
  }
  for await (const text of textOf(chunks, () => line)) {
    for (const letter of text) {
      if (letter === '\n') line++
      if (state === 'quoted') {
        if (letter === '"') state = 'closing'
        else if (field.length > FIELD_MAX) throw new FileFault(began, FILE_FAULTS.quoteMissing)
        else field += letter
      } else if (letter === '"' && state === 'closing') {
        field += letter
        state = 'quoted'
      } else if (letter === '"' && field.trim() === '') {
        field = ''
        state = 'quoted'
      } else if (letter === separator) endField()
      else if (letter === '\n') {
        endField()
        if (fields.some((one) => one.trim() !== '')) yield { line: began, fields }
        fields = []
        began = line
      } else if (letter !== '\r' && letter !== END_OF_FILE && letter !== '\ufeff') {
        if (state === 'closing' && letter.trim() !== '') throw new FileFault(line, FILE_FAULTS.textAfterQuote)
        if (state === 'plain') field += letter
        if (field.length > FIELD_MAX) throw new FileFault(line, FILE_FAULTS.fieldTooLong)
      }
    }
  }
  if (state === 'quoted') throw new FileFault(began, FILE_FAULTS.endsInField)
  endField()
  if (fields.some((one) => one.trim() !== '')) yield { line: began, fields }
}
