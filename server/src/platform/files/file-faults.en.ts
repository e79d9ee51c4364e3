/** English descriptions of the faults of an uploaded file, beside file-faults.es.ts. */
import type { FileFaults } from './file-faults.es.ts'

export const ENGLISH_FAULTS: FileFaults = {
  notText: 'there is a character that is not text',
  notUtf8: 'the text is not UTF-8',
  tooManyColumns: (maximum) => `more than ${maximum} columns`,
  quoteMissing: 'a field does not end: a quotation mark is missing',
  textAfterQuote: 'text after a closing quotation mark',
  fieldTooLong: 'a field is too long',
  endsInField: 'the file ends inside a field: it is incomplete',
}
