/** Content of a monthly file in sealed pieces: header and trailer, then 50 lines in each with their origin. */
import * as z from 'zod'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import type { Secrets } from '../../../../platform/secrets/secrets.ts'
import { findPiece, insertPiece } from './file-store.ts'

export const LINES_IN_PIECE = 50

const Frame = z.object({ header: z.string(), trailer: z.string(), lineEnd: z.string() })
export type Frame = z.output<typeof Frame>
/** Common part of every line of a file, for any report. */
const AnyLine = z.object({ text: z.string() })
type AnyLine = z.output<typeof AnyLine>

const nameOf = (fileId: string, place: number): string => `regulatory.uiaf_file:${fileId}:${place}`
type Sealing = Pick<Secrets, 'seal' | 'open'>

export async function writePieces(
  secrets: Sealing,
  tx: Transaction,
  fileId: string,
  { frame, lines }: { frame: Frame; lines: readonly AnyLine[] },
): Promise<void> {
  const put = (place: number, content: unknown) =>
    insertPiece(tx, fileId, place, secrets.seal(nameOf(fileId, place), Buffer.from(JSON.stringify(content))))
  await put(0, frame)
  for (let first = 0, place = 1; first < lines.length; first += LINES_IN_PIECE, place++)
    await put(place, lines.slice(first, first + LINES_IN_PIECE))
}

export async function readFrame(secrets: Sealing, connection: Connection, fileId: string): Promise<Frame> {
  const sealed = await findPiece(connection, fileId, 0)
  if (sealed === null) throw new Error('a file without its frame')
  return Frame.parse(opened(secrets, fileId, 0, sealed))
}

interface Source<Line> {
  readonly secrets: Sealing
  readonly connection: Connection
  readonly fileId: string
  readonly schema: z.ZodType<Line>
}
/** Lines of one page; empty behind the last. */
export async function readLines<Line>({ secrets, connection, fileId, schema }: Source<Line>, page: number): Promise<Line[]> {
  const sealed = await findPiece(connection, fileId, page + 1)
  return sealed === null ? [] : z.array(schema).parse(opened(secrets, fileId, page + 1, sealed))
}

export async function* everyLine<Line>(source: Source<Line>): AsyncGenerator<Line> {
  for (let page = 0; ; page++) {
    const lines = await readLines(source, page)
    if (lines.length === 0) return
    yield* lines
  }
}

export async function readTexts(secrets: Sealing, connection: Connection, fileId: string): Promise<string[]> {
  const texts: string[] = []
  for await (const { text } of everyLine({ secrets, connection, fileId, schema: AnyLine })) texts.push(text)
  return texts
}

/** One byte a character: the layout has no others. */
export const bytesOf = ({ header, trailer, lineEnd }: Frame, texts: readonly string[]): Buffer =>
  Buffer.from([header, ...texts, trailer].map((text) => text + lineEnd).join(''), 'latin1')

const opened = (secrets: Sealing, fileId: string, place: number, sealed: string): unknown =>
  JSON.parse(secrets.open(nameOf(fileId, place), sealed).toString())
