/** Spanish descriptions of the faults of an uploaded file. */
export const SPANISH_FAULTS = {
  notText: 'hay un carácter que no es texto',
  notUtf8: 'el texto no es UTF-8',
  tooManyColumns: (maximum: number): string => `más de ${maximum} columnas`,
  quoteMissing: 'un campo no termina: falta una comilla',
  textAfterQuote: 'texto después de una comilla de cierre',
  fieldTooLong: 'un campo es demasiado largo',
  endsInField: 'el archivo termina dentro de un campo: está incompleto',
}
export type FileFaults = typeof SPANISH_FAULTS
