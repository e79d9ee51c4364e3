/** Unit of work: use cases that share one read and one write with others that wait at the same time. */
export { held, inserted, updated } from './kinds.ts'
export type { Columns, Fact, Facts, Found, Guard, Kind, UseCase, Value, Work } from './types.ts'
export { createUnitOfWork, type UnitOfWork } from './unit-of-work.ts'
