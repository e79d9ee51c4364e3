/**
 * Background Brotli compression of the built browser application. The best quality takes half a minute of one processor, so the build
 * writes only gzip; the server writes the Brotli files next to them once its port is open, and fastify-static serves each as soon as it
 * exists.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress } from 'node:zlib'
import type { Log } from '../observability/log.ts'
import { fieldOf } from './field-of.ts'

/** The build marks each file worth compressing by a gzip file next to it (web/build/compress.ts). */
const MARK = '.gz'
const BROTLI = '.br'
/** The claim of a process that was killed is ignored after this. The largest file takes some seconds. */
const CLAIM_MAX_AGE_MS = 600_000

export interface Compression {
  /** Resolves when every file was compressed, or compression was stopped. */
  readonly done: Promise<void>
  /** Abandons the file that is being compressed; the next start compresses it. */
  stop(): Promise<void>
}

/** @param quality lower in tests of other things than the size */
export function startCompression(folder: string, log: Log, quality: number = constants.BROTLI_MAX_QUALITY): Compression {
  const stopping = new AbortController()
  const done = compressAll(folder, quality, stopping.signal).catch((error) => {
    if (!stopping.signal.aborted) log.warn({ err: error }, 'browser application not compressed with Brotli, served with gzip')
  })
  return {
    done,
    stop: () => {
      stopping.abort()
      return done
    },
  }
}

/** One file at a time: at most one of the threads that Node shares between files, names and hashes is busy with it. */
async function compressAll(folder: string, quality: number, signal: AbortSignal): Promise<void> {
  for (const file of await smallestFirst(folder)) {
    signal.throwIfAborted()
    await compressFile(file, quality, signal)
  }
}

/** Pages are complete soon; the large files of the document readers, which few visits need, come last. */
async function smallestFirst(folder: string): Promise<string[]> {
  const marks = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(MARK))
  const files = marks.map((name) => join(folder, name.slice(0, -MARK.length)))
  const sizes = new Map(await Promise.all(files.map(async (file) => [file, (await statOf(file))?.size ?? 0] as const)))
  return files.sort((one, other) => (sizes.get(one) ?? 0) - (sizes.get(other) ?? 0))
}

/**
 * A Brotli file has the modification time of its source: with another one it belongs to an earlier build. It appears complete or not at
 * all, and its temporary file is the claim that stops other processes from doing the same work.
 */
async function compressFile(file: string, quality: number, signal: AbortSignal): Promise<void> {
  const [source, present] = [await statOf(file), await statOf(file + BROTLI)]
  if (!source || (present && isSameTime(present, source))) return
  if (present) await rm(file + BROTLI, { force: true })
  const claim = join(dirname(file), `.${basename(file)}${BROTLI}`)
  if (!(await isClaimed(claim))) return
  try {
    const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: source.size }
    await pipeline(createReadStream(file), createBrotliCompress({ params }), createWriteStream(claim), { signal })
    await utimes(claim, source.mtime, source.mtime)
    // A build may have replaced the source meanwhile.
    const current = await statOf(file)
    if (current && isSameTime(current, source)) await rename(claim, file + BROTLI)
  } finally {
    await rm(claim, { force: true })
  }
}

/** False when another process compresses the file at this moment. */
async function isClaimed(claim: string): Promise<boolean> {
  const other = await statOf(claim)
  if (other && Date.now() - other.mtimeMs > CLAIM_MAX_AGE_MS) await rm(claim, { force: true })
  try {
    await writeFile(claim, '', { flag: 'wx' })
    return true
  } catch (error) {
    if (fieldOf(error, 'code') !== 'EEXIST') throw error
    return false
  }
}

async function statOf(file: string) {
  try {
    return await stat(file)
  } catch (error) {
    if (fieldOf(error, 'code') !== 'ENOENT') throw error
    return null
  }
}

/** File systems and `utimes` keep different fractions of a millisecond. */
const isSameTime = (one: { mtimeMs: number }, other: { mtimeMs: number }): boolean => Math.abs(one.mtimeMs - other.mtimeMs) < 2
