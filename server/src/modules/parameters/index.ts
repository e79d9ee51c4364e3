/**
 * Code lists. Owns the banks of Colombia; every module may read them. No tables, no events.
 *
 * Invariant: ids never change meaning, since bank accounts keep them.
 */
export type { Bank } from './banks.ts'
export { createParameters } from './create-parameters.ts'
export type * from './types.ts'
