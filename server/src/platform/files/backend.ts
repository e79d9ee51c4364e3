/**
 * Storage of sealed bytes. The local folder is the only implementation; an S3-compatible store is another object of this interface, and may
 * be the operator's own, since it only ever sees ciphertext under random names.
 */
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { failpoint } from '../process/failpoint.ts'

export interface FileBackend {
  /** Whole or not at all. */
  write(name: string, content: Uint8Array): Promise<void>
  /** Null when there is no such file. */
  read(name: string): Promise<Buffer | null>
  remove(name: string): Promise<void>
  /** Names last written before then, unfinished ones too. */
  namesBefore(time: Date): AsyncIterable<string>
}

const NAME = /^[0-9a-f-]{36}(\.part)?$/

export function localFolder(folder: string): FileBackend {
  const pathOf = (name: string): string => {
    if (!NAME.test(name)) throw new Error('not a name of this store')
    return join(folder, name)
  }
  return {
    async write(name, content) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const part = `${pathOf(name)}.part`
      await writeThrough(part, content)
      failpoint('files.part_written')
      await rename(part, pathOf(name))
      await syncFolder(folder)
    },
    read: (name) => readFile(pathOf(name)).catch(nullWhenMissing),
    remove: (name) => rm(pathOf(name), { force: true }),
    async *namesBefore(time) {
      for (const name of (await readdir(folder).catch(nullWhenMissing)) ?? []) {
        const facts = NAME.test(name) ? await stat(pathOf(name)).catch(nullWhenMissing) : null
        if (facts && facts.mtime < time) yield name
      }
    },
  }
}

async function writeThrough(path: string, content: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A rename is durable when its folder is. Windows has no such call. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function nullWhenMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
