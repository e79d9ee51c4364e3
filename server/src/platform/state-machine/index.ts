/** State machine: legal transitions as data, one move, a history of every change. */
export { isFinal, mayMove } from './machine.ts'
export { type Actor, type Aggregate, begin, beginAll, CHAIN, customer, move, moveAll, officer, PROVIDER, SYSTEM } from './move.ts'
export { historyOf } from './store.ts'
