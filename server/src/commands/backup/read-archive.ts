/** Reader of a backup: decrypts it, and compares each part with the manifest. Needs no database. */
import { createReadStream, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Decrypter } from 'age-encryption'
import { extract } from 'tar-stream'
import * as z from 'zod'
import { CommandRefused } from '../../platform/process/command-refused.ts'
import { FORMAT, Manifest, type Part } from './manifest.ts'
import { MANIFEST, MANIFEST_MAC } from './part-of.ts'
import { type Entry, PartSums } from './write-archive.ts'

export interface ReadBackup {
  readonly manifest: Manifest
  /** The manifest as it was written, and its HMAC. */
  readonly text: string
  readonly mac: string
}

const AGE = 'age-encryption.org/v1'
const Version = z.object({ format: z.int() })

/**
 * Read an archive from its first byte to its last. `take` gets each entry before anything of it is proved: what it does with them has to end
 * with the answer of this function.
 * @throws CommandRefused when it is no backup, was made for another key or by a newer program, is cut short, or a byte of it was changed
 */
export async function readArchive(
  file: string,
  identities: readonly string[],
  take: (entry: Entry) => Promise<void> = async () => undefined,
): Promise<ReadBackup> {
  const sums = new PartSums()
  let [text, mac]: [string | null, string | null] = [null, null]
  for await (const entry of entriesOf(file, await decrypted(file, identities))) {
    if (entry.name === MANIFEST_MAC) mac = entry.content.toString()
    else if (text !== null) throw new CommandRefused(`${file} is damaged: something follows its manifest.`)
    else if (entry.name === MANIFEST) text = entry.content.toString()
    else {
      sums.add(entry)
      await take(entry)
    }
  }
  if (text === null || mac === null) throw new CommandRefused(`${file} is no whole backup: it has no manifest.`)
  const manifest = parse(file, text)
  const [fault] = differences(manifest.parts, sums.parts())
  if (fault !== undefined) throw new CommandRefused(`${file} is damaged: ${fault}.`)
  return { manifest, text, mac }
}

async function decrypted(file: string, identities: readonly string[]): Promise<Readable> {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new CommandRefused(`${file} is no file.`)
  const source = createReadStream(file)
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  try {
    return Readable.fromWeb((await decrypter.decrypt(Readable.toWeb(source) as never)) as never)
  } catch (error) {
    source.destroy()
    const reason = error instanceof Error ? error.message : String(error)
    if (reason.includes('no identity matched'))
      throw new CommandRefused(`BACKUP_KEY does not open ${file}: it was encrypted to another key.`)
    throw new CommandRefused(`${file} is no backup, or its beginning is damaged: it does not begin with a header of ${AGE} (${reason}).`)
  }
}

/** Faults of the encryption end the loop as a damaged file; those of the caller pass. */
async function* entriesOf(file: string, plain: Readable): AsyncGenerator<Entry> {
  const tar = extract()
  const damaged = (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    return new CommandRefused(`${file} is damaged: it was cut short, or a byte was changed (${reason}).`)
  }
  const read = pipeline(plain, tar)
  read.catch(() => undefined)
  const iterator = tar[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await nextOf(iterator).catch((error) => {
        throw damaged(error)
      })
      if (next === null) break
      yield next
    }
    await read.catch((error) => {
      throw damaged(error)
    })
  } finally {
    plain.destroy()
    tar.destroy()
  }
}

async function nextOf(iterator: ReturnType<ReturnType<typeof extract>[typeof Symbol.asyncIterator]>): Promise<Entry | null> {
  const { value, done } = await iterator.next()
  if (done || !value) return null
  const pieces: Buffer[] = []
  for await (const piece of value as AsyncIterable<Buffer>) pieces.push(piece)
  return { name: value.header.name, content: Buffer.concat(pieces) }
}

function parse(file: string, text: string): Manifest {
  const json: unknown = JSON.parse(text)
  const { format } = Version.parse(json)
  if (format > FORMAT) throw new CommandRefused(`${file} was made by a newer program (format ${format}): use that one, or a newer one.`)
  return Manifest.parse(json)
}

/** One sentence for each part that differs. */
function differences(expected: readonly Part[], found: readonly Part[]): string[] {
  const [known, here] = [expected, found].map((parts) => new Map(parts.map((part) => [part.name, part])))
  const names = new Set([...(known?.keys() ?? []), ...(here?.keys() ?? [])])
  return [...names].flatMap((name) => {
    const [one, other] = [known?.get(name), here?.get(name)]
    if (!other) return [`the part ${name} is missing`]
    if (!one) return [`the part ${name} is not in the manifest`]
    return one.sha256 === other.sha256 && one.entries === other.entries ? [] : [`the part ${name} differs from the manifest`]
  })
}
