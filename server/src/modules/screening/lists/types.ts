/** What a list says of one person or company, whatever its format. */
import type { ListedParty } from '../matching/screen.ts'

export interface ListEntry extends ListedParty {
  /** Why it is listed: programme, charge. */
  readonly reason: string
  /** Of a politically exposed person: what they are, where, and until when (ISO date). */
  readonly office: { readonly role: string; readonly entity: string; readonly until: string | null } | null
}

/** A file that is not what it should be: nothing of it is taken. */
export class ListFault extends Error {
  readonly line: number
  readonly detail: string
  constructor(line: number, detail: string) {
    super(`line ${line}: ${detail}`)
    this.line = line
    this.detail = detail
  }
}
export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>
export type ListReader = (chunks: Chunks) => AsyncGenerator<ListEntry>

/** Longer values are no names; a file of one endless field must not fill the memory. */
export const FIELD_MAX = 20_000

/** @throws ListFault when it is not UTF-8, or has a zero byte, which no official list has and the database does not take */
export async function* textOf(chunks: Chunks, lineNow: () => number): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of chunks) {
      if (chunk.includes(0)) throw new ListFault(lineNow(), 'hay un carácter que no es texto')
      yield decoder.decode(chunk, { stream: true })
    }
    yield decoder.decode()
  } catch (error) {
    if (error instanceof TypeError) throw new ListFault(lineNow(), 'el texto no es UTF-8')
    throw error
  }
}
