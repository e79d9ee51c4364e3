/** Unique document numbers for tests. */
import { randomInt } from 'node:crypto'

/** Cédula that no other person in a test has. It ends in 0, for which the sandbox of background checks finds nothing. */
export const newDocumentNumber = (): string => `1${String(randomInt(100_000_000)).padStart(8, '0')}0`
