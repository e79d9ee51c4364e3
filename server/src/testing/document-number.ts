/** Document numbers for tests, each once. */
import { randomInt } from 'node:crypto'

/** A cédula that nobody else in a test has: one person per document. */
export const newDocumentNumber = (): string => `1${String(randomInt(1_000_000_000)).padStart(9, '0')}`
