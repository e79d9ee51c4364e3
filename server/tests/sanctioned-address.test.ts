/**
 * Sanctioned addresses (ADM-13) that a customer wants to pay, had saved or received tokens from, with the lists, risk, alerts and limits of
 * the product itself.
 */
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { sql } from 'kysely'
import { type Address, getAddress } from 'viem'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startTestChain, type TestChain } from '../../dev/embedded/chain/testing.ts'
import { afterKill } from '../../dev/testing/after-kill.ts'
import { runTypeScript } from '../../dev/testing/child-process.ts'
import { newDocumentNumber } from '../../dev/testing/document-number.ts'
import { blocklistPorts } from '../src/composition/blocklist-ports.ts'
import { type Answer, type KycTest, newOfficer, startKycTest } from '../src/domains/customers/kyc/testing.ts'
import { createTestCrypto, type TestCrypto } from '../src/domains/money/crypto/testing.ts'
import { newId } from '../src/platform/database/ids.ts'
import { Refused } from '../src/platform/http/refusal.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 })
const REASON = 'Revisé la lista y la dirección.'
let chain: TestChain
let kyc: KycTest
let test: TestCrypto

beforeAll(async () => {
  chain = await startTestChain({ stateIntervalMs: 3_600_000 })
  kyc = await startKycTest()
  const { addresses: screening } = blocklistPorts(kyc)
  test = createTestCrypto(kyc.database.connection, chain.env, {}, { screening, limits: kyc.limits })
})
afterAll(async () => {
  await test.stop()
  await kyc.stop()
  await chain.destroy()
})

const admin = (path: string) => `/api/administrative/${path}`
const agree = ({ body }: Answer) => kyc.call(newOfficer(), 'POST', admin(`approvals/${body.approvalRequestId}/approve`), { note: '' })
/** Entries of the whole list: the earlier ones, and one more for each address. */
const listed: string[] = []
async function loadOfac(...addresses: readonly string[]): Promise<void> {
  listed.push(...addresses)
  const rows = [
    ...Array.from({ length: 20 }, (_, id) => entry(id, 'nationality Utopia.')),
    ...listed.map((address, at) => entry(7_000 + at, `Digital Currency Address - USDT ${address}.`)),
  ]
  const headers = { authorization: `Bearer ${newOfficer()}`, 'content-type': 'application/octet-stream' }
  const sent = await fetch(`${kyc.server.url}${admin('screening/lists/ofac/files')}`, { method: 'POST', headers, body: rows.join('\n') })
  const { id: fileId }: { id: string } = JSON.parse(await sent.text())
  expect((await agree(await kyc.call(newOfficer(), 'POST', admin('screening/lists/ofac'), { fileId, reason: REASON }))).status).toBe(200)
}
const entry = (id: number, remarks: string) => `${id},"X INVENTADO ${id}","individual","CYBER2",-0-,-0-,-0-,-0-,-0-,-0-,-0-,"${remarks}"`
const settle = () => kyc.platform.jobs.drain()
async function customer(): Promise<string> {
  const accountId = newId()
  const dossier = { personType: 'natural', fullName: 'Ana Rojas', documentType: 'CC', phone: '+573001234567' } as const
  await kyc.kyc.ensureVerified({ accountId, level: 2, ...dossier, documentNumber: newDocumentNumber() })
  return accountId
}
const newAddress = (): Address => getAddress(`0x${newId().replace(/-/g, '')}${newId().replace(/-/g, '').slice(-8)}`)
const save = (person: string, address: string, alias: string = address) =>
  test.call<{ id: string }>('saveAddress', person, { params: { userId: person }, body: { address, alias, acceptsLookalike: true } })
const withdraw = (person: string, address: string) =>
  test.call('transferUSDT', person, {
    operation: { id: newId(), hash: newId(), isKeyless: false },
    body: { amount: 10_000_000n, recipient: address },
  })
const code = (answer: Promise<unknown>) =>
  answer.then(
    () => 'done',
    (error) => (error instanceof Refused ? error.refusal.code : String(error)),
  )
const mayTransact = (person: string) => kyc.risk.mayTransact(kyc.database.db, person)
interface Open {
  readonly alertId: number
  readonly alertTypeId: number | null
  readonly comment: string
}
const alerts = async (person: string): Promise<string[]> =>
  ((await kyc.call(newOfficer(), 'GET', `/kyc/administrative/alerts/open?userId=${person}`)).body as Open[])
    .filter(({ alertId }) => alertId !== 1)
    .map(({ alertId, alertTypeId }) => `${alertId}/${alertTypeId}`)
    .sort()
const said = async (person: string): Promise<string> =>
  JSON.stringify((await kyc.call(newOfficer(), 'GET', `/kyc/administrative/alerts/open?userId=${person}`)).body)
const attempts = async (person: string) =>
  (
    await sql<{ address: string; place: string; isNotified: boolean }>`SELECT address, place, told_at IS NOT NULL AS "isNotified"
      FROM screening.address_hit WHERE account_id = ${person} ORDER BY id`.execute(kyc.database.db)
  ).rows
const runs = async () =>
  (
    await sql<{
      found: number
      isOver: boolean
    }>`SELECT found, finished_at IS NOT NULL AS "isOver" FROM screening.address_run ORDER BY id`.execute(kyc.database.db)
  ).rows

it('a customer who saves a listed address gets the answer of any account under review; it is kept, blocks them and notifies officers once a try', async () => {
  const [person, address, other] = [await customer(), newAddress(), newAddress()]
  await loadOfac(address)
  await settle()
  expect(await code(save(person, address))).toBe('limits.in_review')
  expect(await attempts(person)).toEqual([{ address: address.toLowerCase(), place: 'saved_address', isNotified: false }])
  await settle()
  expect([await mayTransact(person), await alerts(person)]).toEqual([false, ['18/804', '2/null']])
  expect(await said(person)).toContain(`quiso guardar la dirección ${address.toLowerCase()} (registro ofac 7000)`)
  // The same answer for any other address from then on.
  expect(await code(save(person, other))).toBe('limits.in_review')
  expect((await attempts(person)).map(({ isNotified }) => isNotified)).toEqual([true])
  const [event] = (
    await sql<{
      payload: object
    }>`SELECT payload FROM platform.event WHERE type = 'screening.address_met' ORDER BY at DESC LIMIT 1`.execute(kyc.database.owner)
  ).rows
  expect(JSON.stringify(event)).not.toContain(address.toLowerCase())
})

it('a withdrawal to an address that was listed after it was saved is refused, recorded and reported; each try is a row', async () => {
  const [person, address] = [await customer(), newAddress()]
  expect(await code(save(person, address))).toBe('done')
  await test.fund(person, 'USDT', 100_000_000n)
  // The list is in force, but the saved addresses have not been compared with it yet.
  await loadOfac(address)
  expect(await code(withdraw(person, address))).toBe('limits.in_review')
  expect(await code(withdraw(person, address))).toBe('limits.in_review')
  expect((await attempts(person)).map(({ place }) => place)).toEqual(['withdrawal', 'withdrawal'])
  await settle()
  expect((await attempts(person)).map(({ place, isNotified }) => [place, isNotified])).toEqual([
    ['withdrawal', true],
    ['withdrawal', true],
    ['saved_before', true],
  ])
  expect([await mayTransact(person), await alerts(person)]).toEqual([false, ['18/804', '2/null']])
})

it('a new list finds every customer who had saved its addresses or received tokens from them once, also after officers cleared it', async () => {
  const [saver, getter, stranger, dusted] = [await customer(), await customer(), await customer(), await customer()]
  const [saved, sender] = [newAddress(), newAddress()]
  await save(saver, saved)
  await save(stranger, newAddress())
  for (const [at, person, state] of [
    [0, getter, 'COMPLETED'],
    [1, getter, 'COMPLETED'],
    // An outsider's dust is not credited and blocks no customer.
    [2, dusted, 'BELOW_MINIMUM'],
    [3, dusted, 'REVERSED'],
  ] as const)
    await sql`INSERT INTO crypto.deposit (id, chain_id, transaction_hash, log_position, account_id, address, asset, amount, from_address, block_number,
        block_hash, state, try_at, created_at, updated_at)
      VALUES (${newId()}, 1, ${`0x${at}`}, 0, ${person}, '0x1', 'USDT', 1, ${sender.toLowerCase()}, 1, '0x2', ${state}, now(), now() - interval '1 day', now())`.execute(
      kyc.database.owner,
    )
  await loadOfac(saved, sender)
  await settle()
  expect([await alerts(dusted), await mayTransact(dusted)]).toEqual([[], true])
  expect([await alerts(saver), await alerts(getter), await alerts(stranger)]).toEqual([['18/804', '2/null'], ['18/815', '2/null'], []])
  expect([await mayTransact(saver), await mayTransact(getter), await mayTransact(stranger)]).toEqual([false, false, true])
  expect((await runs()).at(-1)).toEqual({ found: 2, isOver: true })
  kyc.platform.clock.advance(25 * 3_600_000)
  await kyc.screening.screenAllCustomers()
  await settle()
  expect([(await attempts(saver)).length, (await attempts(getter)).length]).toEqual([1, 1])
  expect((await runs()).at(-1)).toEqual({ found: 0, isOver: true })
  const { body } = await kyc.call(newOfficer(), 'GET', admin('screening/coverage'))
  expect(body.addresses).toMatchObject({ found: 0, finishedAt: expect.any(String) })
})

it('R17 the concurrent runs of a version and of the night find every customer once', async () => {
  for (let round = 0; round < 5; round++) {
    const [person, address] = [await customer(), newAddress()]
    await save(person, address)
    await loadOfac(address)
    await kyc.screening.screenAllCustomers()
    await Promise.all([settle(), settle(), settle(), settle()])
    await settle()
    expect(await attempts(person)).toMatchObject([{ place: 'saved_before', isNotified: true }])
  }
})

it('R17 a process that is killed between two batches continues, and reports every customer once', async () => {
  const people = [await customer(), await customer()]
  const address = newAddress()
  for (const person of people) await save(person, address)
  await loadOfac(address)
  const args = [JSON.stringify(kyc.database.connection), '{}']
  const program = new URL('../src/domains/compliance/screening/checks/process.testing.ts', import.meta.url)
  const { child, nextLine } = runTypeScript(program, args, { FAULT_AT: 'screening.addresses_noted' })
  const ended = once(child, 'exit')
  const { dataDir } = JSON.parse(await nextLine())
  expect(await ended).toEqual([null, 'SIGKILL'])
  await afterKill(kyc.database.owner)
  rmSync(dataDir, { recursive: true, force: true })
  // Work of the killed process is free again when its lease has expired.
  const isNotified = async (person: string) => (await attempts(person)).some((attempt) => attempt.isNotified)
  const isDone = async () => (await runs()).every(({ isOver }) => isOver) && (await Promise.all(people.map(isNotified))).every(Boolean)
  for (let turn = 0; turn < 60 && !(await isDone()); turn++) {
    kyc.platform.clock.advance(3_000)
    await settle()
  }
  for (const person of people) {
    expect((await attempts(person)).map(({ place, isNotified }) => [place, isNotified])).toEqual([['saved_before', true]])
    expect(await alerts(person)).toEqual(['18/804', '2/null'])
  }
})

it('probing cannot reveal which addresses are on the blocklist: after one every address has the same answer for a day', async () => {
  const [person, address] = [await customer(), newAddress()]
  const added = await kyc.call(newOfficer(), 'POST', admin('black-list'), {
    kind: 'address',
    value: address,
    reason: REASON,
    expiresOn: null,
  })
  expect(added.status).toBe(200)
  expect(await code(save(person, newAddress()))).toBe('done')
  expect(await code(save(person, address))).toBe('limits.in_review')
  expect(await code(save(person, newAddress()))).toBe('limits.in_review')
  await settle()
  // A blocklist hit asks an officer and blocks no money.
  expect([await mayTransact(person), await alerts(person)]).toEqual([true, ['7/710']])
  kyc.platform.clock.advance(25 * 3_600_000)
  expect(await code(save(person, newAddress()))).toBe('done')
})

it('after a limit of tries a day no address is checked any more', async () => {
  const person = await customer()
  const [own] = [newAddress()]
  await save(person, own)
  const at = await Promise.all(Array.from({ length: 70 }, (_, index) => code(save(person, own, `Otra ${index}`))))
  expect(at.filter((one) => one === 'request.too_many')).toHaveLength(11)
})
