/**
 * Writer of a backup: a tar archive (POSIX), encrypted with age while it is written. The file gets its name when all of it is on the disk, so
 * a process that is killed leaves only `<name>.<pid>.unfinished`.
 */
import { createHash, type Hash } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { type FileHandle, link, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { Encrypter } from 'age-encryption'
import { type Pack, pack as packTar } from 'tar-stream'
import { fieldOf } from '../../platform/http/field-of.ts'
import { CommandRefused } from '../../platform/process/command-refused.ts'
import { failpoint } from '../../platform/process/failpoint.ts'
import { isAlive } from '../../platform/process/folder-lock.ts'
import type { Part } from './manifest.ts'
import { partOf } from './part-of.ts'

export interface Entry {
  readonly name: string
  readonly content: Buffer
}

/** Largest entry of a table or dump, which is cut into such pieces: a header with its size precedes the content of an entry. */
export const PIECE_BYTES = 4_194_304

/** Sizes and hashes of parts, as their entries pass. */
export class PartSums {
  readonly #sums = new Map<string, { entries: number; bytes: number; hash: Hash }>()

  add({ name, content }: Entry): void {
    const part = partOf(name)
    const sum = this.#sums.get(part) ?? { entries: 0, bytes: 0, hash: createHash('sha256') }
    sum.entries += 1
    sum.bytes += content.length
    sum.hash.update(`${name}\0${content.length}\0`).update(content)
    this.#sums.set(part, sum)
  }

  /** Ends the sums. */
  parts(): Part[] {
    return [...this.#sums].map(([name, { entries, bytes, hash }]) => ({ name, entries, bytes, sha256: hash.digest('hex') }))
  }
}

/** Disk full, quota reached, file too large for its file system. */
const NO_ROOM: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** @throws CommandRefused when the file exists; nothing is left of it after any error */
export async function writeArchive(file: string, recipients: readonly string[], entries: AsyncIterable<Entry>): Promise<number> {
  if (existsSync(file)) throw exists(file)
  removeUnfinished(file)
  const unfinished = `${file}.${process.pid}.unfinished`
  const handle = await open(unfinished, 'wx', 0o600).catch((error) => {
    throw fieldOf(error, 'code') === 'EEXIST' ? isWritten(file, process.pid) : error
  })
  try {
    const bytes = await writeEncrypted(handle, recipients, entries).finally(() => handle.close())
    failpoint('backup.written')
    await nameFile(unfinished, file)
    return bytes
  } catch (error) {
    await rm(unfinished, { force: true })
    if (NO_ROOM.has(String(fieldOf(error, 'code'))))
      throw new CommandRefused(`There is no room for ${file}: nothing was kept of the backup.`)
    throw error
  }
}

const exists = (file: string): CommandRefused => new CommandRefused(`${file} exists: name another file, no backup is overwritten.`)

const isWritten = (file: string, pid: number): CommandRefused =>
  new CommandRefused(`Another backup (process ${pid}) is writing ${file}: name another file, or wait until it has ended.`)

/** Remove files that killed processes left under this name. @throws CommandRefused when one that lives is writing it */
function removeUnfinished(file: string): void {
  const folder = dirname(file)
  if (!existsSync(folder)) throw new CommandRefused(`The folder ${folder} does not exist.`)
  for (const name of readdirSync(folder)) {
    const [, pid] = name.startsWith(`${basename(file)}.`) ? (/\.(\d+)\.unfinished$/.exec(name) ?? []) : []
    if (pid === undefined) continue
    if (isAlive(Number(pid)) && Number(pid) !== process.pid) throw isWritten(file, Number(pid))
    if (Number(pid) !== process.pid) rmSync(join(folder, name), { force: true })
  }
}

async function writeEncrypted(handle: FileHandle, recipients: readonly string[], entries: AsyncIterable<Entry>): Promise<number> {
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  const tar = packTar()
  const fed = feed(tar, entries)
  // Its error ends the archive, and with it the loop below, which throws it.
  fed.catch(() => undefined)
  let bytes = 0
  const plain = Readable.toWeb(Readable.from(tar)) as ReadableStream<Uint8Array>
  for await (const sealed of Readable.fromWeb((await encrypter.encrypt(plain)) as never)) {
    await writeWhole(handle, sealed)
    bytes += sealed.length
    failpoint('backup.half_written')
  }
  await fed
  await handle.sync()
  return bytes
}

/** A write to a disk that fills up may take only a part. */
async function writeWhole(handle: FileHandle, content: Uint8Array): Promise<void> {
  for (let at = 0; at < content.length; ) at += (await handle.write(content, at)).bytesWritten
}

async function feed(tar: Pack, entries: AsyncIterable<Entry>): Promise<void> {
  try {
    for await (const { name, content } of entries)
      await new Promise<void>((done, fail) => {
        tar.entry({ name, size: content.length, mode: 0o600 }, content, (error) => (error ? fail(error) : done()))
      })
    tar.finalize()
  } catch (error) {
    tar.destroy(error as Error)
    throw error
  }
}

/** Unlike a rename, a link never takes the name of another file; a file system without links gets the rename. */
async function nameFile(unfinished: string, file: string): Promise<void> {
  try {
    await link(unfinished, file)
    await rm(unfinished)
  } catch (error) {
    if (fieldOf(error, 'code') === 'EEXIST' || existsSync(file)) throw exists(file)
    await rename(unfinished, file)
  }
  if (process.platform === 'win32') return
  const folder = await open(dirname(file), 'r')
  await folder.sync().finally(() => folder.close())
}
