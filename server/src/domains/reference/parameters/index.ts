/**
 * Code lists (KYC-16): banks, identification types, occupations, economic activities, departments and municipalities, countries. Every
 * module may read them. No tables, no events.
 *
 * Invariant: ids never change meaning, since bank accounts and dossiers keep them.
 */
export { BANKS, type Bank } from './banks.ts'
export { createParameters } from './create-parameters.ts'
export type * from './types.ts'
