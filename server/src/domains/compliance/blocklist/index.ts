/**
 * Blocklist of the platform (ADM-15). Schema `blacklist`: blocked values as keyed hashes with a masked text, and the hits.
 *
 * Invariants: an entry in force matches any spelling of its value; a file is imported as a whole or not at all; one officer adds an entry,
 * two remove it; no entry blocks all customers; a hit gives the same answers as any other value, and officers see it in the customer's
 * alerts; what officers cleared once is not raised again by the same entry.
 */

export { bankNamed } from './bank-accounts.ts'
export { type Blocklist, createBlocklist } from './blocklist.ts'
export { COMMENT_CATALOGUE as BLOCKLIST_COMMENTS } from './blocklist-words.ts'
export { createBlocklistOffice } from './create-blocklist-office.ts'
