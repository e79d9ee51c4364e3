/** The package of a version, made by the build of that version. */
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** The list of all built files is smaller. */
const OUTPUT_BYTES_MAX = 2 ** 26
/** All sources together are smaller. */
const ARCHIVE_BYTES_MAX = 2 ** 30

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export const isCommitHere = (commit: string): boolean =>
  spawnSync('git', ['rev-parse', '--verify', '--quiet', `${commit}^{commit}`], { cwd: ROOT }).status === 0

/**
 * Folder of the package. Of this folder, or of a commit, whose files are below `folder` then, with packages of its own: those of another
 * version lead to the sources of that version.
 */
export async function builtPackage(commit: string | null, folder: string, signal: AbortSignal): Promise<string> {
  const root = commit === null ? ROOT : join(folder, 'before')
  if (commit !== null) {
    mkdirSync(root)
    const files = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: ARCHIVE_BYTES_MAX })
    execFileSync('tar', ['-x', '-C', root], { input: files })
  }
  await promisify(execFile)('npm', ['run', 'build', '--silent'], { cwd: root, signal, maxBuffer: OUTPUT_BYTES_MAX })
  return join(root, 'dist')
}
