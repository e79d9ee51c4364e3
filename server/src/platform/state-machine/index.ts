export { isFinal, mayMove } from './machine.ts'
export { type Actor, type Aggregate, begin, customer, move, PROVIDER, SYSTEM } from './move.ts'
export { historyOf } from './store.ts'
