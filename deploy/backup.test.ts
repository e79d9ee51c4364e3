/**
 * G2 The backup each night, run as compose.yaml and kubernetes/backup.yaml say: their arguments and their settings, with the places of a
 * container in a folder. Tables are copied, since the database of tests has no pg_dump (server/src/commands/backup/pg-dump.test.ts has one).
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { CHILD_APPLICATION, programOf } from '../dev/testing/child-process.ts'
import { createTestDatabase, type TestDatabase } from '../dev/testing/database.ts'
import { addressOf, COMMAND_LINE } from '../dev/testing/operator-command.ts'
import { temporaryFolder } from '../dev/testing/temporary-folder.ts'
import { writeNewKey } from '../server/src/commands/backup/backup-key.ts'

const HERE = import.meta.dirname
const read = (path: string): string => readFileSync(join(HERE, path), 'utf8')

interface Asked {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

function byCompose(): Asked {
  const { services } = parse(read('compose.yaml'), { merge: true })
  const { command, env_file: files, environment } = services.backup
  return { args: command.split(' '), env: { ...settingsOf(files), ...environment } }
}

function byKubernetes(): Asked {
  const job = parseAllDocuments(read('kubernetes/backup.yaml'))
    .map((document) => document.toJS())
    .find(({ kind }) => kind === 'CronJob')
  const [{ args, env, envFrom }] = job.spec.jobTemplate.spec.template.spec.containers
  const files = envFrom.map((from: { configMapRef: { name: string } }) => `env/${from.configMapRef.name.replace('tunjo-', '')}.env`)
  return { args, env: { ...settingsOf(files), ...Object.fromEntries(env.map((one: Record<string, string>) => [one.name, one.value])) } }
}

const settingsOf = (files: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    files.flatMap((file) => [...read(file).matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value])),
  )

describe('the backup each night', () => {
  let folder: string
  let database: TestDatabase
  let recipient: string

  beforeAll(async () => {
    folder = temporaryFolder('nightly')
    database = await createTestDatabase()
    for (const place of ['run/secrets', 'var/lib/tunjo/files', 'etc/tunjo']) mkdirSync(join(folder, place), { recursive: true })
    const keys = ['secrets_key', 'ledger_key', 'audit_key'].map((name, at) => [name, Buffer.alloc(32, at + 1).toString('base64')] as const)
    for (const [name, value] of [...keys, ['database_migration_url', addressOf(database.ownerConnection)] as const])
      writeFileSync(join(folder, 'run/secrets', name), value)
    recipient = await writeNewKey(join(folder, 'backup.key'))
  })
  afterAll(async () => {
    await database?.drop()
    if (folder) rmSync(folder, { recursive: true, force: true })
  })

  const inFolder = (value: string): string => value.replace(/^\/(?=run\/|var\/|etc\/)/, `${folder}/`)

  async function tunjo(args: readonly string[], env: Readonly<Record<string, string>>): Promise<{ status: number; output: string }> {
    const places = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, inFolder(value)]))
    const given = { PATH: process.env.PATH, PGAPPNAME: CHILD_APPLICATION, ...places }
    const child = spawn(process.execPath, [...programOf(COMMAND_LINE), ...args.map(inFolder)], { env: given })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()))
    const [status] = await once(child, 'close')
    return { status, output }
  }

  it.each([
    ['Docker Compose', byCompose],
    ['Kubernetes', byKubernetes],
  ])('G2 with %s writes one file, which verifies with the keys of the installation', async (_with, asked) => {
    const { args, env } = asked()
    const backups = join(folder, 'var/backups/tunjo')
    rmSync(backups, { recursive: true, force: true })
    mkdirSync(backups, { recursive: true })
    expect(await tunjo(args, env)).toEqual({ status: 1, output: 'Invalid settings. BACKUP_RECIPIENTS: needs public keys as age1…\n' })
    expect(readdirSync(backups)).toEqual([])
    const made = await tunjo([...args, '--by', 'copy'], { ...env, BACKUP_RECIPIENTS: recipient })
    expect(made).toEqual({ status: 0, output: expect.stringMatching(/^Backup /m) })
    const [file = '', ...others] = readdirSync(backups)
    expect(others).toEqual([])
    // Where it is verified there are the keys, and no database.
    const { SECRETS_KEY_FILE = '', LEDGER_KEY_FILE = '', AUDIT_KEY_FILE = '' } = env
    cpSync(join(backups, file), join(folder, 'moved.backup'))
    const keys = { SECRETS_KEY_FILE, LEDGER_KEY_FILE, AUDIT_KEY_FILE, BACKUP_KEY_FILE: join(folder, 'backup.key') }
    const verified = await tunjo(['backup', 'verify', join(folder, 'moved.backup')], keys)
    expect(verified).toEqual({ status: 0, output: expect.stringContaining('whole, and made with these keys.') })
  })
})
