/**
 * Black list of the house (ADM-15). Schema `blacklist`: values with which nobody may come in, as keyed hashes with a masked text, and who
 * came with one where.
 *
 * Invariants: an entry in force is found however its value was typed; a file goes on the list whole or not at all; one officer puts it on, two take it off; no entry keeps out
 * everybody; who is met hears what anybody could hear, and officers see it in the person's alerts; what officers cleared once is not
 * held against the person again by the same entry.
 */
export { bankNamed } from './bank-accounts.ts'
export { type BlackList, createBlackList } from './black-list.ts'
export { createBlackListOffice } from './create-black-list-office.ts'
