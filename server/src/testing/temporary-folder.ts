/** A folder for one test, on the disk or where the system keeps files in memory (tmpfs). */
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '../platform/embedded/folder-owner.ts'

/** Open for other users to pass, since as root the database runs as another one. The caller removes it. */
export const temporaryFolder = (name: string): string => makeFolder(tmpdir(), `tunjo-${name}-`)

/**
 * For what no test of durability looks at: a clone of a database is a thousand files, and a disk that is busy with those of others takes a
 * second for what memory does in 30 ms. On the disk where there is no such place, or no room.
 */
export const memoryFolder = (name: string): string =>
  hasRoom() ? makeFolder(MEMORY, `${OURS}${name}-${process.pid}-`) : temporaryFolder(name)

function makeFolder(parent: string, prefix: string): string {
  const folder = mkdtempSync(join(parent, prefix))
  chmodSync(folder, 0o711)
  return folder
}

const MEMORY = '/dev/shm'
const OURS = 'tunjo-test-'
const GIGABYTE = 2 ** 30
/** Two products with their databases take less than half of it. */
const ROOM_BYTES = 3 * GIGABYTE
/** What is left for browsers and compilers once the room is full. */
const MEMORY_BYTES = 2 * ROOM_BYTES

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= ROOM_BYTES && process.availableMemory() >= MEMORY_BYTES
  } catch {
    return false
  }
}

const ABANDONED_MS = 6 * 3_600_000

/** What a run that was killed left behind would keep memory until the machine starts again. */
export function removeAbandoned(): void {
  for (const name of namesIn(MEMORY)) {
    const pid = Number(/-(\d+)-[^-]+$/.exec(name)?.[1])
    const folder = join(MEMORY, name)
    // Old too: where containers share the place, the number may be that of a process elsewhere.
    const isOld = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > ABANDONED_MS
    if (name.startsWith(OURS) && isOld && !isAlive(pid)) rmSync(folder, { recursive: true, force: true })
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
