/** Lock of a folder: one Node process uses it at a time. The file distinguishes a live owner from one that was killed. */

import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandRefused } from './command-refused.ts'

interface Owner {
  readonly pid: number
  /** Distinguishes a process from a later one with the same number; null where the system does not provide it. */
  readonly startedAt: string | null
}

/** Writing an owner takes less; an older file that cannot be read was truncated by a crash. */
const WRITTEN_WITHIN_MS = 5_000

export class FolderInUse extends CommandRefused {
  constructor(folder: string, pid: number | null) {
    super(`${folder} is in use by process ${pid ?? 'that just started'}: stop it first, or choose another DATA_DIR.`)
  }
}

/** Claim the folder for this process. Returns the release. @throws FolderInUse when a live process has it */
export function lockFolder(folder: string): () => void {
  const file = join(folder, 'owner.json')
  const self: Owner = { pid: process.pid, startedAt: startOf(process.pid) }
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      writeFileSync(file, JSON.stringify(self), { flag: 'wx' })
      return () => rmSync(file, { force: true })
    } catch (error) {
      if (!existsSync(file)) throw error
    }
    const owner = readOwner(file)
    if (owner ? lives(owner) : isNew(file)) throw new FolderInUse(folder, owner?.pid ?? null)
    rmSync(file, { force: true })
  }
  throw new FolderInUse(folder, null)
}

function readOwner(file: string): Owner | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // Truncated by a crash, being written, or just removed by its owner.
    return null
  }
}

function isNew(file: string): boolean {
  const written = statSync(file, { throwIfNoEntry: false })
  return written !== undefined && Date.now() - written.mtimeMs < WRITTEN_WITHIN_MS
}

function lives({ pid, startedAt }: Owner): boolean {
  return isAlive(pid) && startOf(pid) === startedAt
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  return processState(pid) !== 'Z'
}

/** `Z` is a process that ended and whose parent has not collected it. Null where the system does not provide it. */
const processState = (pid: number): string | null => statOf(pid)?.[0] ?? null
const startOf = (pid: number): string | null => statOf(pid)?.[19] ?? null

/** The fields of /proc/<pid>/stat after the name, which may itself contain blanks. */
function statOf(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}
