/** Text of an uploaded file, as it arrives, and the fault that names its line. */
import type { ErrorCode } from '@tunjo/contract/errors'
import { DEFAULT_LOCALE } from '@tunjo/contract/locales'
import { Refused, refusal } from '../http/refusal.ts'
import type { Phrase } from '../phrases/catalogue.ts'
import { FILE_FAULTS } from './file-faults.ts'

/** Malformed file: nothing of it is accepted. */
export class FileFault extends Error {
  readonly line: number
  readonly detail: Phrase
  constructor(line: number, detail: Phrase) {
    super(`line ${line}: ${detail[DEFAULT_LOCALE]}`)
    this.line = line
    this.detail = detail
  }
}
/** Refuses the file; the answer describes the fault in the reader's language. */
export function refuseFault(code: ErrorCode, { line, detail }: FileFault): never {
  throw new Refused({ ...refusal(code, { line: String(line), detail: detail[DEFAULT_LOCALE] }), phrases: { detail } })
}

export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Longest field; a file of one endless field must not fill the memory. */
export const FIELD_MAX = 20_000

/** @throws FileFault when it is not UTF-8, or has a zero byte, which the database does not take */
export async function* textOf(chunks: Chunks, lineNow: () => number): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of chunks) {
      if (chunk.includes(0)) throw new FileFault(lineNow(), FILE_FAULTS.notText)
      yield decoder.decode(chunk, { stream: true })
    }
    yield decoder.decode()
  } catch (error) {
    if (error instanceof TypeError) throw new FileFault(lineNow(), FILE_FAULTS.notUtf8)
    throw error
  }
}
