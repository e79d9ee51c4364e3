/** Ids and hashes. */
import { createHash } from 'node:crypto'
import { v5, v7, validate } from 'uuid'

/** Made by the client, ordered by time: no sequence is needed as a key (docs/decisions/0002). */
export const newId = (): string => v7()

/** A row written by another database role may hold any text, with which a query by id would fail. */
export const isId = (text: string): boolean => validate(text)

const NAMESPACE = '7b0d2f1e-0c53-4f0a-9a57-5d0c6a3f7e11'

/** Deterministic id: the same names always give the same id. The gate for everything that must happen once. */
export const idOf = (...names: string[]): string => v5(names.join('\u001f'), NAMESPACE)

export const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex')
