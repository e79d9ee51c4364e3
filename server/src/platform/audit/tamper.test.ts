/** Tampering with the audit trail in the database (R35): the verifier finds each change and names the row. */
import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../dev/testing/database.ts'
import { createTestPlatform, type TestPlatform } from '../../../../dev/testing/test-product.ts'
import { inTransaction } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import { createSecrets } from '../secrets/secrets.ts'
import { databaseTrail, exportTrail, fileTrail, readAuditKeys, type SignedHead, verifyTrail } from './index.ts'
import { sealWaiting, signHead } from './seal.ts'

let database: TestDatabase
let platform: TestPlatform
let head: SignedHead
/** Ids of the entries 1 … 6. */
let ids: string[]

beforeAll(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database)
})
afterAll(async () => {
  platform?.remove()
  await database?.drop()
})
beforeEach(async () => {
  await run('TRUNCATE platform.audit_entry, platform.audit_unsealed, platform.audit_seal, platform.audit_head, platform.event')
  for (let entry = 1; entry <= 6; entry++) await record(entry % 2 === 0)
  head = await signHead({ ...platform, keys: keys() })
  const { rows } = await sql<{ id: string }>`SELECT entry_id AS id FROM platform.audit_seal ORDER BY seq`.execute(database.db)
  ids = rows.map(({ id }) => id)
})

const keys = () => readAuditKeys(platform.secrets, {})
const run = (statement: string) => sql.raw(statement).execute(database.owner)
const record = (bySystem: boolean) =>
  inTransaction(database.db, (tx) =>
    platform.audit.record(tx, {
      actor: bySystem
        ? { kind: 'system', name: 'retention' }
        : { kind: 'person', accountId: newId(), sessionId: newId(), requestId: newId() },
      action: 'kyc.level_changed',
      object: { type: 'account', id: newId() },
      before: { level: 1, note: 'a' },
      after: { level: 2, note: 'b' },
      reason: 'Documentos completos.',
    }),
  )
const findings = async (heads: SignedHead[] = []) =>
  (await verifyTrail(databaseTrail(database.db), { keys: keys(), heads })).findings.join('\n')
const at = (seq: number) => `'${ids[seq - 1]}'`

it('finds nothing in an untouched trail', async () => {
  expect(await findings([head])).toBe('')
})

const OF_A_PERSON = { account_id: 'gen_random_uuid()', session_id: 'NULL', request_id: "'another'" }
const OF_THE_SYSTEM = { system_name: "'somebody'" }
const OF_ALL = {
  recorded_at: "recorded_at + interval '1 microsecond'",
  action: "'kyc.level_Changed'",
  object_type: "'accounts'",
  object_id: "object_id || ' '",
  before: `'{"level":0,"note":"a"}'`,
  after: 'NULL',
  reason: "'Documentos completos'",
}
it.each([
  ...Object.entries({ ...OF_A_PERSON, ...OF_ALL }).map(([column, value]) => [column, value, 3] as const),
  ...Object.entries({ ...OF_THE_SYSTEM, ...OF_ALL }).map(([column, value]) => [column, value, 4] as const),
])('R35 finds an edited %s (%s of entry %i)', async (column, value, seq) => {
  await run(`UPDATE platform.audit_entry SET ${column} = ${value} WHERE id = ${at(seq)}`)
  expect(await findings()).toBe(`seq ${seq}, entry ${ids[seq - 1]}: the entry, its place or its seal was changed`)
})

it('every column of an entry is tried', async () => {
  const { rows } = await sql<{ name: string }>`SELECT column_name AS name FROM information_schema.columns
    WHERE table_schema = 'platform' AND table_name = 'audit_entry'`.execute(database.owner)
  // The id and the kind of actor are tried below.
  const tried = ['id', 'actor_kind', ...Object.keys({ ...OF_A_PERSON, ...OF_THE_SYSTEM, ...OF_ALL })]
  expect(rows.map(({ name }) => name).sort()).toEqual(tried.sort())
})

it('R35 finds another actor of another kind', async () => {
  await run(`UPDATE platform.audit_entry SET actor_kind = 'system', system_name = 'job', account_id = NULL WHERE id = ${at(3)}`)
  expect(await findings()).toContain(`seq 3, entry ${ids[2]}: the entry`)
})

it('R35 finds an entry with another id', async () => {
  await run(`UPDATE platform.audit_entry SET id = gen_random_uuid() WHERE id = ${at(3)}`)
  expect(await findings()).toMatch(new RegExp(`^seq 3, entry ${ids[2]}: the entry was removed\nentry \\S+: its seal was removed$`))
})

it('R35 finds two rows that were swapped, by their seals and by their contents', async () => {
  await run(`UPDATE platform.audit_seal SET entry_id = gen_random_uuid() WHERE seq = 2;
    UPDATE platform.audit_seal SET entry_id = ${at(2)} WHERE seq = 4; UPDATE platform.audit_seal SET entry_id = ${at(4)} WHERE seq = 2`)
  expect(await findings()).toMatch(/^seq 2, .*\nseq 4, [^\n]*$/)
})

it('R35 finds an entry that was removed in the middle, with its seal and without', async () => {
  await run(`DELETE FROM platform.audit_entry WHERE id = ${at(3)}`)
  expect(await findings()).toBe(`seq 3, entry ${ids[2]}: the entry was removed`)
  await run('DELETE FROM platform.audit_seal WHERE seq = 3')
  expect(await findings()).toBe('seq 3: removed')
})

it('R35 finds a removal that the numbers hide', async () => {
  await run(`DELETE FROM platform.audit_entry WHERE id = ${at(3)}; DELETE FROM platform.audit_seal WHERE seq = 3;
    UPDATE platform.audit_seal SET seq = 3 WHERE seq = 4; UPDATE platform.audit_seal SET seq = 4 WHERE seq = 5;
    UPDATE platform.audit_seal SET seq = 5 WHERE seq = 6`)
  const found = await findings()
  for (const seq of [3, 4, 5]) expect(found).toContain(`seq ${seq}, entry ${ids[seq]}: the entry, its place or its seal was changed`)
  expect(found).toContain('seq 6–6: cut off')
})

it('R35 finds a seal without which its entry seems to wait permanently', async () => {
  await run('DELETE FROM platform.audit_seal WHERE seq = 6')
  expect(await findings()).toContain(`entry ${ids[5]}: its seal was removed`)
})

it('R35 finds a truncated end by the signed head, and by one that was kept in another place', async () => {
  await run(`DELETE FROM platform.audit_entry WHERE id IN (${at(5)}, ${at(6)}); DELETE FROM platform.audit_seal WHERE seq > 4`)
  expect(await findings()).toBe('seq 5–6: cut off: a signed head says that the chain reached 6')
  await run('DELETE FROM platform.audit_head')
  expect(await findings()).toBe('')
  expect(await findings([head])).toBe('seq 5–6: cut off: a signed head says that the chain reached 6')
})

it('R35 finds a chain that was rewritten, even with the right key', async () => {
  await run(`DELETE FROM platform.audit_entry WHERE id = ${at(3)}; DELETE FROM platform.audit_seal;
    INSERT INTO platform.audit_unsealed SELECT id, recorded_at FROM platform.audit_entry`)
  await record(true)
  await sealWaiting({ ...platform, keys: keys() })
  expect(await findings()).toBe('seq 6: the signed head has another hash: the chain was written anew')
})

it('R35 finds a seal of another key, and one that claims to be of the product', async () => {
  await run(`DELETE FROM platform.audit_seal WHERE seq = 6; INSERT INTO platform.audit_unsealed SELECT id, recorded_at
    FROM platform.audit_entry WHERE id = ${at(6)}`)
  const wrong = readAuditKeys(createSecrets(Buffer.alloc(32, 9)), {})
  await sealWaiting({ ...platform, keys: wrong })
  expect(await findings()).toContain(`seq 6, entry ${ids[5]}: sealed with an unknown key (${wrong.currentId})`)
  await run(`UPDATE platform.audit_seal SET key_id = '${keys().currentId}' WHERE seq = 6`)
  expect(await findings()).toContain(`seq 6, entry ${ids[5]}: the entry, its place or its seal was changed`)
})

it.each([
  ['hash', `decode(repeat('00', 32), 'hex')`],
  ['key_id', `'0000000000000000'`],
])('R35 finds an edited %s of a seal', async (column, value) => {
  await run(`UPDATE platform.audit_seal SET ${column} = ${value} WHERE seq = 3`)
  expect(await findings()).toContain(`seq 3, entry ${ids[2]}`)
})

it.each([
  ['seq', '4', 'its signature does not fit'],
  ['hash', `decode(repeat('00', 32), 'hex')`, 'its signature does not fit'],
  ['entries', '7', 'its signature does not fit'],
  ['signed_at', "signed_at + interval '1 day'", 'its signature does not fit'],
  ['signature', "'AAAA'", 'its signature does not fit'],
  ['public_key', "'AAAA'", 'signed with another key'],
])('R35 finds an edited %s of a signed head', async (column, value, finding) => {
  await run(`UPDATE platform.audit_head SET ${column} = ${value}`)
  expect(await findings()).toContain(finding)
})

it('R35 finds an entry that was removed before it was sealed, and one that was hidden from the sealer', async () => {
  await record(true)
  await record(false)
  const { rows } = await sql<{ id: string }>`SELECT entry_id AS id FROM platform.audit_unsealed ORDER BY recorded_at, entry_id`.execute(
    database.db,
  )
  expect(await findings()).toBe('')
  await run(
    `DELETE FROM platform.audit_entry WHERE id = '${rows[0]?.id}'; DELETE FROM platform.audit_unsealed WHERE entry_id = '${rows[1]?.id}'`,
  )
  expect(await findings()).toBe(`entry ${rows[1]?.id}: its seal was removed\nentry ${rows[0]?.id}: removed before it was sealed`)
})

it('verifies an exported file without the database, and reports what was changed in it', async () => {
  await record(true)
  const folder = mkdtempSync(join(tmpdir(), 'audit-'))
  const path = join(folder, 'trail.jsonl')
  const edit = async (change: (lines: string[]) => string[]) => {
    const file = await open(path, 'r+')
    const text = change((await file.readFile('utf8')).trim().split('\n')).join('\n')
    await file.truncate(0)
    await file.write(text, 0)
    await file.close()
    return (await verifyTrail(fileTrail(path), { keys: keys() })).findings.join('\n')
  }
  const write = async () => {
    const file = await open(path, 'w')
    await exportTrail(databaseTrail(database.db), file)
    await file.close()
  }
  await write()
  expect(await edit((lines) => lines)).toBe('')
  expect(await verifyTrail(fileTrail(path), { keys: keys() })).toMatchObject({ entries: 6, waiting: 1, heads: 1 })
  expect(await edit((lines) => lines.map((line) => line.replace('"level": 2', '"level": 3').replace('"level":2', '"level":3')))).toContain(
    'seq 1',
  )
  await write()
  expect(await edit(([first = '', second = '', ...rest]) => [second, first, ...rest])).toContain('seq 1')
  await write()
  expect(await edit((lines) => lines.filter((line) => JSON.parse(line).link?.seal.seq !== 6))).toContain('cut off')
  rmSync(folder, { recursive: true })
})
