/** A folder for one test. */
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Open for other users to pass, since as root the database runs as another one. The caller removes it. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `tunjo-${name}-`))
  chmodSync(folder, 0o711)
  return folder
}
