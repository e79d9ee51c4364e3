/**
 * `tunjo verify case FILE.zip`: whether an exported case file is of this installation and unchanged, or which of its files were changed,
 * removed, added or renamed. Needs neither the product nor a network. The key is public, at /api/case-archives/key of the installation.
 */
import { existsSync, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { type CaseArchiveVerdict, createCaseArchiveSigner, keyIdOf, verifyCaseArchive } from '../domains/backoffice/reports/index.ts'
import { fieldOf } from '../platform/http/field-of.ts'
import { readOperatorSettings } from '../platform/process/config.ts'
import { type Environment, settingOf } from '../platform/process/settings.ts'
import { openSecrets } from '../platform/secrets/secrets.ts'

/** `given` are keys as files or in base64url; none: this installation's. Returns the exit code. */
export async function verifyCaseArchiveCommand(path: string, given: readonly string[] | undefined, env: Environment): Promise<number> {
  const keys = given?.map(givenKey) ?? ownKeys(env)
  if (keys.length === 0)
    return failed('No key to compare with. Take it from /api/case-archives/key of the installation and give it with --key.')
  const unknown = keys.findIndex((key) => keyIdOf(key) === null)
  if (unknown !== -1) return failed(`The ${unknown + 1}. key is no Ed25519 public key.`)
  const file = await open(path).catch((error: unknown) => String(fieldOf(error, 'code')))
  if (typeof file === 'string') return failed(`${path} cannot be opened: ${file}`)
  try {
    if (!(await file.stat()).isFile()) return failed(`${path} is no file`)
    return report(await verifyCaseArchive(file, keys), keys)
  } finally {
    await file.close()
  }
}

function report({ manifest, findings }: CaseArchiveVerdict, keys: readonly string[]): number {
  if (!manifest || findings.length > 0) {
    for (const finding of findings) console.error(finding)
    return failed(`NOT VALID: ${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}.`)
  }
  const { person, exportedBy, at, audit, files, leftOut, shortened, unavailable } = manifest
  console.log(`Case file of ${person.email} (${person.id}), exported by ${exportedBy.email} at ${at}; audit trail at seq ${audit.seal.seq}`)
  if (leftOut.length > 0) console.log(`Without what that role does not show: ${leftOut.join(', ')}`)
  for (const { part, entries } of shortened) console.log(`Only the newest ${entries} of: ${part}`)
  for (const { document, why } of unavailable) console.log(`Could not be included (${why}): ${document}`)
  console.log(`VALID: ${files.length} files as they left, signed by one of ${keys.map(keyIdOf).join(', ')}.`)
  return 0
}

function failed(text: string): number {
  console.error(text)
  return 1
}

function givenKey(text: string): string {
  return existsSync(text) ? readFileSync(text, 'utf8') : text
}

/** Keys of this installation, when there is one: a key that is only created now has signed nothing. */
function ownKeys(env: Environment): string[] {
  const settings = readOperatorSettings(env)
  if (settingOf(env, 'SECRETS_KEY') === undefined && !existsSync(join(settings.dataDir, 'secrets.key'))) return []
  return [createCaseArchiveSigner(openSecrets(settings, env)).publicKey]
}
