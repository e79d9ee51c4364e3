/** Read a complete list file, in its official format, before anything is written. */
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { ListName } from '@tunjo/contract/screening'
import { FileFault, refuseFault } from '../../../../platform/files/file-text.ts'
import type { PrintedEntry } from './list-store.ts'
import { FAULT, STORED_WORDS } from './list-words.ts'
import { readEu } from './read-eu.ts'
import { readOfac } from './read-ofac.ts'
import { readPep } from './read-pep.ts'
import { readUn } from './read-un.ts'
import type { ListEntry, ListReader } from './types.ts'

interface Format {
  readonly read: ListReader
  /** Stored with each version. */
  readonly source: string
  readonly licence: string
}
const READERS: Readonly<Record<ListName, ListReader>> = { ofac: readOfac, un: readUn, eu: readEu, pep: readPep }
export const formatOf = (list: ListName): Format => ({
  read: READERS[list],
  source: STORED_WORDS.sources[list],
  licence: STORED_WORDS.licences[list],
})

const ENTRIES_MAX = 500_000
const PIECE_BYTES = 65_536
const ID_MAX = 200
const NAMES_MAX = 500
const NAME_MAX = 2_000
const IDENTIFIERS_MAX = 5_000

export const sumOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')

/** Entries by id. @throws Refused `screening.list_faulty` */
export async function readList(list: ListName, content: Uint8Array): Promise<Map<string, PrintedEntry>> {
  const entries = new Map<string, PrintedEntry>()
  try {
    for await (const { line, entry } of formatOf(list).read(piecesOf(content))) {
      if (entries.size >= ENTRIES_MAX) throw new FileFault(line, FAULT.tooManyEntries(ENTRIES_MAX))
      checkSize(entry, line)
      entries.set(entry.id, { entry, fingerprint: createHash('sha256').update(JSON.stringify(entry)).digest('hex') })
    }
    if (entries.size === 0) throw new FileFault(1, FAULT.empty)
  } catch (error) {
    if (error instanceof FileFault) refuseFault('screening.list_faulty', error)
    throw error
  }
  return entries
}

/** Yields to the event loop, so that other requests are answered meanwhile. */
async function* piecesOf(content: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += PIECE_BYTES) {
    yield content.subarray(at, at + PIECE_BYTES)
    await setImmediate()
  }
}

/**
 * A larger entry is not part of an official list: its key would exceed what the database can store, or its names would slow down every
 * comparison.
 */
function checkSize({ id, names, identifiers }: ListEntry, line: number): void {
  const shown = id.slice(0, 40)
  if (id.length > ID_MAX) throw new FileFault(line, FAULT.longIdentifier(shown))
  if (names.length > NAMES_MAX) throw new FileFault(line, FAULT.tooManyNames(shown, NAMES_MAX))
  if (names.some((name) => name.length > NAME_MAX)) throw new FileFault(line, FAULT.longName(shown))
  if (identifiers.length > IDENTIFIERS_MAX) throw new FileFault(line, FAULT.tooManyNumbers(shown, IDENTIFIERS_MAX))
}
