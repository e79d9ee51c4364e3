/** Document numbers for tests, each once. */
import { randomInt } from 'node:crypto'

/** A cédula that nobody else in a test has: one person per document. It ends in 0, about which the sandbox of background checks finds nothing. */
export const newDocumentNumber = (): string => `1${String(randomInt(100_000_000)).padStart(8, '0')}0`
