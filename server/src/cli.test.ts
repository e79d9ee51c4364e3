/** Command line as an operator uses it: each command in a separate process. */
import { spawnSync } from 'node:child_process'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { programOf } from '../../dev/testing/child-process.ts'
import { createTestDatabase, type TestDatabase } from '../../dev/testing/database.ts'
import { addressOf, COMMAND_LINE } from '../../dev/testing/operator-command.ts'
import { memoryFolder } from '../../dev/testing/temporary-folder.ts'

let database: TestDatabase
let dataDir: string
beforeAll(async () => {
  database = await createTestDatabase()
  dataDir = memoryFolder('command-line')
})
afterAll(() => database?.drop())

interface Ended {
  readonly status: number | null
  readonly output: string
}

function tunjo(args: readonly string[], env: Record<string, string> = {}): Ended {
  const given = { PATH: process.env.PATH, DATA_DIR: dataDir, ...env }
  const { status, stdout, stderr } = spawnSync(process.execPath, [...programOf(COMMAND_LINE), ...args], { env: given, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}
const production = () => ({
  PROFILE: 'production',
  PUBLIC_URL: 'https://tunjo.example',
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
  DATABASE_URL: addressOf(database.connection),
  DATABASE_MIGRATION_URL: addressOf(database.ownerConnection),
})
const create = (name: string, env: Record<string, string> = production()) =>
  tunjo(['create-administrator', '--email', `${name}@empresa.example`, '--name', 'Marta Ruiz', '--by', 'Luz Operadora'], env)

const COMMANDS = [
  ['check'],
  ['migrate'],
  ['create-administrator'],
  ['backup'],
  ['backup', 'new-key'],
  ['backup', 'verify'],
  ['backup', 'drill'],
  ['restore'],
  ['verify', 'ledger'],
  ['verify', 'audit'],
  ['verify', 'files'],
  ['verify', 'case'],
  ['book-capital'],
  ['reconcile'],
  ['rotate-key'],
  ['deploy-chain'],
  ['sandbox'],
  ['demo', 'reset'],
]

describe('the command line', () => {
  it('lists its commands with a description of each', () => {
    const { output } = tunjo(['--help'])
    for (const words of COMMANDS) {
      expect(output).toContain(words[0])
      expect(tunjo([...words, '--help']), words.join(' ')).toMatchObject({
        status: 0,
        output: expect.stringMatching(new RegExp(`^Usage: tunjo ${words.join(' ')} .*\n\n\\S.{40,}`)),
      })
    }
  })

  it.each([
    [['verify', 'ledgr'], {}, 2, /unknown command 'ledgr'\s\(Did you mean ledger\?\)/],
    [['create-administrator'], {}, 2, /required option '--email/],
    [['rotate-key', '--wallet', 'warm'], {}, 2, /Allowed choices are hot, treasury/],
    [['verify', 'ledger'], { PORT: 'x' }, 1, /^Invalid settings\. PORT: /],
    [['verify', 'audit'], { PROFILE: 'production', SECRETS_KEY: Buffer.alloc(32).toString('base64') }, 1, /^DATABASE_URL is needed/],
    [['verify', 'ledger'], { SECRETS_KEY: 'x' }, 1, /^Invalid settings\. SECRETS_KEY: /],
    [['migrate'], {}, 1, /^DATABASE_URL is needed/],
    [['migrate'], { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' }, 1, /^It did not work: connect ECONNREFUSED 127.0.0.1:1/],
    [['demo', 'reset'], { PROFILE: 'production' }, 1, /^Only a demo is reset/],
    [['create-administrator', '--email', 'a@b.co', '--name', 'A', '--by', 'B'], { PROFILE: 'production' }, 1, /^PUBLIC_URL is needed/],
  ] as const)('answers %j with %j by one sentence and %i, never a stack', (args, env, status, sentence) => {
    const ended = tunjo(args, env)
    expect(ended).toMatchObject({ status, output: expect.stringMatching(sentence) })
    expect(ended.output).not.toMatch(/^\s+at /m)
  })

  it('reports what a database already has when it migrates', () => {
    expect(tunjo(['migrate'], production())).toMatchObject({ status: 0, output: expect.stringContaining('of this version already') })
  })

  it('prints the links of the first two administrators, and refuses a third and the role of the product', async () => {
    const refused = create('marta', { ...production(), DATABASE_MIGRATION_URL: addressOf(database.connection) })
    expect(refused).toMatchObject({
      status: 1,
      output: expect.stringMatching(/^An administrator is made with the database owner's connection/),
    })
    const links = ['marta', 'luz'].map((name) => create(name))
    for (const link of links)
      expect(link).toMatchObject({ status: 0, output: expect.stringMatching(/^https:\/\/tunjo\.example\/users\/join-team\/[\w-]{43}$/m) })
    expect(create('nora')).toMatchObject({ status: 1, output: expect.stringMatching(/^Links for .* are open/) })
    const kept = await sql<{ email: string }>`SELECT email FROM identity.administrator_link ORDER BY email`.execute(database.owner)
    expect(kept.rows.map(({ email }) => email)).toEqual(['luz@empresa.example', 'marta@empresa.example'])
  })

  it('does not make an administrator in a database without the migrations', () => {
    const empty = addressOf({ ...database.ownerConnection, database: 'postgres' })
    const ended = create('marta', { ...production(), DATABASE_MIGRATION_URL: empty })
    expect(ended).toMatchObject({
      status: 1,
      output: expect.stringMatching(/^The database lacks \d+ migrations: run "npx tunjo migrate" first/),
    })
  })
})
