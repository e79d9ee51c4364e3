/** Sources of a trail: the database in pages of one snapshot, or an exported file of JSON lines. */
import { createReadStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import * as z from 'zod'
import type { Connection } from '../database/database.ts'
import type { SignedHead } from './chain.ts'
import { type Link, linksAfter, missingEntries, signedHeads, unsealedEntries } from './seal-store.ts'
import type { TrailSource } from './verify.ts'

const PAGE_LINKS = 2_000

/** `connection`: a transaction with one snapshot (repeatable read). */
export const databaseTrail = (connection: Connection): TrailSource => ({
  links: () => linksOf(connection),
  heads: () => signedHeads(connection),
  unsealed: () => unsealedEntries(connection),
  lost: () => missingEntries(connection),
})

async function* linksOf(connection: Connection): AsyncGenerator<Link> {
  let page = await linksAfter(connection, 0, PAGE_LINKS)
  while (page.length > 0) {
    yield* page
    page = await linksAfter(connection, page.at(-1)?.seal.seq ?? 0, PAGE_LINKS)
  }
}

/** Schema of a signed head, also for a file of heads that were kept in another place. */
export const signedHead: z.ZodType<SignedHead> = z.object({
  seq: z.int(),
  hash: z.string(),
  entries: z.int(),
  signedAt: z.string(),
  publicKey: z.string(),
  signature: z.string(),
})
const text = z.string().nullable()
const link: z.ZodType<Link> = z.object({
  seal: z.object({ seq: z.int(), entryId: z.string(), keyId: z.string(), hash: z.string() }),
  entry: z
    .object({
      id: z.string(),
      ts: z.string(),
      actorKind: z.string(),
      accountId: text,
      sessionId: text,
      requestId: text,
      systemName: text,
      action: z.string(),
      objectType: z.string(),
      objectId: z.string(),
      before: z.unknown(),
      after: z.unknown(),
      reason: text,
    })
    .nullable(),
})
const Line = z.union([
  z.object({ link }),
  z.object({ head: signedHead }),
  z.object({ unsealed: z.object({ id: z.string(), isWaiting: z.boolean() }) }),
  z.object({ lost: z.string() }),
])
type Line = z.output<typeof Line>

export async function exportTrail(source: TrailSource, file: FileHandle): Promise<void> {
  const write = (line: Line) => file.write(`${JSON.stringify(line)}\n`)
  for await (const link of source.links()) await write({ link })
  for (const head of await source.heads()) await write({ head })
  for (const unsealed of await source.unsealed()) await write({ unsealed })
  for (const lost of await source.lost()) await write({ lost })
}

export const fileTrail = (path: string): TrailSource => ({
  async *links() {
    for await (const line of linesOf(path)) if ('link' in line) yield line.link
  },
  heads: () => filterLines(path, (line) => ('head' in line ? line.head : null)),
  unsealed: () => filterLines(path, (line) => ('unsealed' in line ? line.unsealed : null)),
  lost: () => filterLines(path, (line) => ('lost' in line ? line.lost : null)),
})

async function filterLines<T>(path: string, pick: (line: Line) => T | null): Promise<T[]> {
  const picked: T[] = []
  for await (const line of linesOf(path)) {
    const one = pick(line)
    if (one !== null) picked.push(one)
  }
  return picked
}

async function* linesOf(path: string): AsyncGenerator<Line> {
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY }))
    if (line !== '') yield Line.parse(JSON.parse(line))
}
