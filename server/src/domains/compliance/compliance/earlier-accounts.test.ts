/** A person who closed the account and returns with the same document (C5). */
import { ACCOUNT_STATE } from '@tunjo/contract/identity'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { filesOf, type KycTest, level1Fields, newOfficer, startKycTest } from '../../customers/kyc/testing.ts'
import { riskTest } from '../../customers/risk/testing.ts'

// Files are really inspected, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

let test: KycTest
beforeAll(async () => {
  test = await startKycTest()
})
afterAll(() => test.stop())

let last = 1_098_000_000
const newDocument = () => String(++last)

async function sent(identificationNumber: string): Promise<string> {
  const person = newId()
  await test.saveDocuments(person, 'natural-1', await filesOf('natural-1'))
  expect((await test.saveFields(person, 'natural-1', level1Fields({ identificationNumber }))).body.state).toBe('sent')
  return person
}
async function verified(identificationNumber: string): Promise<string> {
  const person = await sent(identificationNumber)
  expect((await test.verify(person, 2)).status).toBe(200)
  return person
}
const close = (person: string) => test.states.set(person, ACCOUNT_STATE.closed)
const earlierOf = (person: string) => test.kyc.earlierAccounts(test.platform.db, person)
const use = (accountId: string, amountCop: bigint) =>
  inTransaction(test.platform.db, (tx) =>
    test.limits.reserveLimit(tx, { accountId, direction: 'deposit', amountCop, operationId: newId() }),
  )

it('C5 the officer sees the closed account, grants the level, and both keep their own history', async () => {
  const document = newDocument()
  const earlier = await verified(document)
  close(earlier)
  const person = await sent(document)
  const review = await test.call(newOfficer(), 'GET', `/kyc/administrative/users/review?userId=${person}`)
  expect(review.body.duplicates).toContainEqual(expect.objectContaining({ kind: 'document', userId: earlier, isClosed: true, risk: 'low' }))
  expect((await test.verify(person, 2)).body).toEqual({ currentLevel: 2, isVerified: false })
  expect(await earlierOf(person)).toEqual([earlier])
  expect(test.states.get(earlier), 'the closed account stays closed').toBe(ACCOUNT_STATE.closed)
  expect((await test.kyc.person(earlier))?.dossier?.documentNumber).toBe(document)
  // A third account is not linked while the second is open either.
  const other = await sent(document)
  expect((await test.verify(other, 2)).code).toBe('kyc.document_taken')
  close(person)
  expect((await test.verify(other, 2)).status).toBe(200)
  expect(await earlierOf(other), 'each earlier account counts').toEqual([earlier, person].sort())
})

it('C5 one of two accounts that return concurrently with one document is verified', async () => {
  const document = newDocument()
  close(await verified(document))
  const people = [await sent(document), await sent(document)]
  const answers = await Promise.all(people.map((person) => test.verify(person, 2)))
  expect(answers.map(({ status, code }) => code ?? status).sort()).toEqual([200, 'kyc.document_taken'])
})

it('C5 KYC-18 the monthly use of the closed account counts for the person', async () => {
  const document = newDocument()
  const earlier = await verified(document)
  await use(earlier, 1_200_000_000n)
  close(earlier)
  const person = await verified(document)
  expect(await test.limits.volume(person, 'deposit')).toEqual({ used: 1_200_000_000n, maximum: 1_300_000_000n })
  await expect(use(person, 200_000_000n)).rejects.toMatchObject({ refusal: { code: 'limits.monthly_exceeded' } })
  await use(person, 100_000_000n)
  expect((await test.limits.volume(person, 'deposit')).used).toBe(1_300_000_000n)
  expect((await test.limits.volume(person, 'withdrawal')).used).toBe(0n)
})

it('C5 the risk of the closed account, by officers or by rules, is the minimum in the new one, and two officers may lower it', async () => {
  const document = newDocument()
  const earlier = await verified(document)
  const people = riskTest(test)
  await people.setLevel(earlier, 'high')
  const { levelUntil } = await people.risk(earlier)
  close(earlier)
  const person = await verified(document)
  expect(await people.risk(person)).toMatchObject({ risk: 'high', level: 'high', levelUntil })
  expect(await test.mayDeposit(person, 1n)).toBe('limits.in_review')
  // A later grant of a level does not undo decisions about the new account.
  await people.byTwo(await people.setLevel(person, 'low'))
  expect((await people.risk(person)).risk).toBe('low')
})

it('C5 a person listed or politically exposed in the closed account is so in the new one, in the same transaction', async () => {
  const document = newDocument()
  const earlier = await verified(document)
  await inTransaction(test.platform.db, async (tx) => {
    await test.risk.flagList(tx, { accountId: earlier, reason: 'Coincide con una lista.' })
    await test.risk.flagPep(tx, { accountId: earlier, reason: 'Ocupa un cargo público.' })
  })
  close(earlier)
  const person = await verified(document)
  expect(await test.risk.profile(test.platform.db, person)).toMatchObject({ isListed: true, isPep: true, risk: 'high' })
  expect(await test.mayDeposit(person, 1n)).toBe('limits.in_review')
  const { rows } = await sql`SELECT kind FROM alerts.episode_report WHERE account_id = ${person} AND state = 'open' AND kind IN (2, 3)
    ORDER BY kind`.execute(test.platform.db)
  expect(rows).toEqual([{ kind: 2 }, { kind: 3 }])
})

it('C5 a later flag or higher risk of the closed account applies to the account with which the person returned', async () => {
  const people = riskTest(test)
  const returned = async () => {
    const document = newDocument()
    const earlier = await verified(document)
    close(earlier)
    return { earlier, person: await verified(document) }
  }
  const [listed, exposed, raised] = [await returned(), await returned(), await returned()]
  expect((await people.post('flag-list', { userId: listed.earlier, reason: 'Coincide con una lista.' })).status).toBe(200)
  await inTransaction(test.platform.db, (tx) => test.risk.flagPep(tx, { accountId: exposed.earlier, reason: 'Ocupa un cargo público.' }))
  await people.setLevel(raised.earlier, 'high')
  const standing = (id: string) => test.risk.profile(test.platform.db, id)
  expect(await standing(listed.person)).toMatchObject({ isListed: true, risk: 'high' })
  expect(await standing(exposed.person)).toMatchObject({ isPep: true })
  expect(await standing(raised.person)).toMatchObject({ level: 'high', risk: 'high' })
  expect(await test.mayDeposit(listed.person, 1n)).toBe('limits.in_review')
  // A flag that two officers clear on the new account stays cleared when the closed one is lowered, and vice versa.
  await people.byTwo(await people.setLevel(raised.person, 'low'))
  await people.byTwo(await people.setLevel(raised.earlier, 'medium'))
  expect((await standing(raised.person)).risk).toBe('low')
})
