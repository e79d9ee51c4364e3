/** Folder for one test, on the disk or where the system keeps files in memory (tmpfs). */
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Other users may enter it, since as root the database runs as another user. The caller removes it. */
export const temporaryFolder = (name: string): string => makeFolder(tmpdir(), `tunjo-${name}-`)

/**
 * For files without a durability test: a clone of a database is a thousand files, and a busy disk takes a second for what memory does in 30
 * ms. On the disk where there is no tmpfs, or no space.
 */
export function memoryFolder(name: string): string {
  const run = process.env[RUN_FOLDER]
  return run && hasRoom() ? makeFolder(run, `${name}-`) : temporaryFolder(name)
}

function makeFolder(parent: string, prefix: string): string {
  const folder = mkdtempSync(join(parent, prefix))
  chmodSync(folder, 0o711)
  return folder
}

const MEMORY = '/dev/shm'
const PREFIX = 'tunjo-test-'
/** Name of the environment variable by which the processes of a run find its folder. */
const RUN_FOLDER = 'TEST_RUN_FOLDER'
const GIGABYTE = 2 ** 30
/** Two products with their databases take less than half of it. */
const ROOM_BYTES = 3 * GIGABYTE
/** Left for browsers and compilers once the space is used. */
const MEMORY_BYTES = 2 * ROOM_BYTES

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= ROOM_BYTES && process.availableMemory() >= MEMORY_BYTES
  } catch {
    return false
  }
}

/** A socket in the folder of a run, on which the run listens until it ends, however it ends. */
const ALIVE = 'alive'

/**
 * Create the folder in memory of this run, for all its processes, and remove those of runs that were killed. Runs of several clones share
 * the memory of the machine, not the files. Returns the removal of the folder with everything that tests left in it.
 */
export async function openRunFolder(memory = MEMORY): Promise<() => void> {
  if (!existsSync(memory)) return () => undefined
  await removeAbandoned(memory)
  const folder = makeFolder(memory, PREFIX)
  const alive = createServer((socket) => socket.destroy()).listen(join(folder, ALIVE))
  await once(alive, 'listening')
  alive.unref()
  const before = process.env[RUN_FOLDER]
  process.env[RUN_FOLDER] = folder
  return () => {
    if (before === undefined) delete process.env[RUN_FOLDER]
    else process.env[RUN_FOLDER] = before
    alive.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A run creates its folder and listens there in less. */
const YOUNG_MS = 60_000
/** Folders without a socket are of runs before there was one: a day is longer than any run takes. */
const WITHOUT_SOCKET_MS = 86_400_000

/** Remove files of killed runs, which would keep memory until the machine restarts. */
async function removeAbandoned(memory: string): Promise<void> {
  for (const name of readdirSync(memory)) {
    const folder = join(memory, name)
    if (name.startsWith(PREFIX) && (await isAbandoned(folder))) removeIfAllowed(folder)
  }
}

/** Checks the socket and not a process id, which is meaningless in another container that shares the memory. */
async function isAbandoned(folder: string): Promise<boolean> {
  const ageMs = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
  if (ageMs < YOUNG_MS) return false
  const answer = await answerOf(join(folder, ALIVE))
  return answer === 'ECONNREFUSED' || (answer === 'ENOENT' && ageMs > WITHOUT_SOCKET_MS)
}

function answerOf(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve('connected')
    })
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code))
  })
}

/** Another user's files stay; another run may be removing the same folder. */
function removeIfAllowed(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch (error) {
    console.warn(`The folder of an ended test run stays: ${error}`)
  }
}
