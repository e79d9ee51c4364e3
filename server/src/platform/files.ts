/** File storage: a local folder behind a port that an S3-compatible store can take. Names are ours, never a customer's. */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from './ids.ts'

export interface Files {
  /** Returns the name to read it by. */
  put(content: Uint8Array): Promise<string>
  get(name: string): Promise<Uint8Array>
  remove(name: string): Promise<void>
}

const NAME = /^[0-9a-f-]{36}$/

export function localFiles(folder: string): Files {
  const pathOf = (name: string) => {
    if (!NAME.test(name)) throw new Error('not a name of this store')
    return join(folder, name)
  }
  return {
    async put(content) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = newId()
      // Written beside and renamed, so that a file that has a name is whole.
      await writeFile(`${pathOf(name)}.part`, content, { mode: 0o600, flush: true })
      await rename(`${pathOf(name)}.part`, pathOf(name))
      return name
    },
    get: (name) => readFile(pathOf(name)),
    remove: (name) => rm(pathOf(name), { force: true }),
  }
}
