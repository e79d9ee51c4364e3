/** Spanish notice in an exported list that had more rows than the file may have. */
export const rowsLeftOut = (maximum: number): string =>
  `Este archivo tiene solo las primeras ${maximum.toLocaleString('es-CO')} filas: la lista sigue. Usa los filtros para descargar el resto por partes.`
