/** Unit of work: use cases that share one read and one write with others that wait at the same time. */
export { joined } from './joined.ts'
export { held, inserted, updated } from './kinds.ts'
export { TURN_CONNECTIONS, Turns } from './turns.ts'
export type { Columns, Fact, Facts, Found, Guard, Kind, UseCase, Value, Work } from './types.ts'
export { createUnitOfWork, UNIT_CONNECTIONS, type UnitOfWork } from './unit-of-work.ts'
