/** English notice in an exported list that had more rows than the file may have, beside csv.es.ts. */
import type { rowsLeftOut as spanish } from './csv.es.ts'

export const rowsLeftOut: typeof spanish = (maximum) =>
  `This file has the first ${maximum.toLocaleString('en-US')} rows only: the list continues. Use the filters to download the rest in parts.`
