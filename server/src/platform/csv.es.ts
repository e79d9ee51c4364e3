/** What a file of a list says when the list was longer. */
export const rowsLeftOut = (maximum: number): string =>
  `Este archivo tiene solo las primeras ${maximum.toLocaleString('es-CO')} filas: la lista sigue. Usa los filtros para descargar el resto por partes.`
