import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { auditTrail } from '../../../../../dev/testing/audit.ts'
import { newDocumentNumber } from '../../../../../dev/testing/document-number.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { type Answer, idOfOfficer, type KycTest, level1Fields, newOfficer, startKycTest } from '../kyc/testing.ts'
import { riskTest } from './testing.ts'

// Files are really inspected, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const BASE = '/kyc/administrative/users'
const REASON = 'Llegó un oficio de la fiscalía.'
let test: KycTest
beforeAll(async () => {
  test = await startKycTest()
})
afterAll(() => test.stop())

/** A customer who is in the lists of officers too. */
async function customer(): Promise<string> {
  const accountId = newId()
  await sql`INSERT INTO identity.account (id, email, password_hash, authorities, state, lang_key, created_at, activated_at)
    VALUES (${accountId}, ${`${accountId}@correo.example`}, 'x', ARRAY['ROLE_USER'], 1, 'es', now(), now())`.execute(test.platform.db)
  const dossier = { personType: 'natural', fullName: 'Ana', documentType: 'CC', phone: '+573001234567' } as const
  await test.kyc.ensureVerified({ accountId, level: 1, ...dossier, documentNumber: newDocumentNumber() })
  return accountId
}
const post = (path: string, body: object, officer = newOfficer()) => test.call(officer, 'POST', `${BASE}/${path}`, body)
const setLevel = (userId: string, riskLevel: string, officer?: string) =>
  post('set-risk-level', { userId, riskLevel, reason: REASON }, officer)
const allow = (userId: string, is: boolean, officer?: string) => post('allow-transactions', { userId, allow: is, reason: REASON }, officer)
const diligence = (userId: string) => riskTest(test).diligence(userId)
const read = async (path: string, userId: string) => (await test.call(newOfficer(), 'GET', `${BASE}/${path}?userId=${userId}`)).body
const riskProfile = (userId: string) => read('risk', userId)
const agree = ({ body }: Answer, officer = newOfficer()) =>
  test.call(officer, 'POST', `/api/administrative/approvals/${body.approvalRequestId}/approve`, { note: '' })
async function byTwo(proposed: Answer): Promise<void> {
  expect([proposed.status, proposed.code]).toEqual([202, null])
  expect((await agree(proposed)).body).toMatchObject({ state: 'executed' })
}
const mayMove = async (id: string) => {
  const trade = await inTransaction(test.database.db, (tx) => test.limits.mayTrade(tx, id)).then(
    () => 'yes',
    (error) => error.refusal.code,
  )
  return [await test.mayDeposit(id, 1n), trade]
}
const notified = (id: string) =>
  test.notices.filter(({ accountId, kind }) => accountId === id && kind.startsWith('risk.')).map(({ kind }) => kind)

describe('ADM-09 risk of a customer', () => {
  it('SEC-41 rises immediately and falls with two officers; the lists, the panel and every movement of money follow', async () => {
    const id = await customer()
    expect(await riskProfile(id)).toMatchObject({ risk: 'low', level: null, mayTransact: true, history: [] })
    expect(await read('more-information', id)).toMatchObject({ Antecedentes: { result: null, state: 'No entregado' } })
    const officer = newOfficer()
    expect((await setLevel(id, 'high', officer)).body).toMatchObject({ risk: 'high', mayTransact: false })
    expect(await mayMove(id)).toEqual(['limits.in_review', 'limits.in_review'])
    expect(await read('more-information', id)).toMatchObject({ Antecedentes: { result: 'Alto', state: 'No entregado' } })
    const listed = await test.call(newOfficer(), 'POST', `${BASE}/information`, { idUser: id, risk: 'Alto' })
    expect(listed.body.results.map((row: { id: string }) => row.id)).toEqual([id])

    const lower = await setLevel(id, 'low', officer)
    expect((await riskProfile(id)).risk).toBe('high')
    expect((await agree(lower, officer)).code).toBe('approvals.own_request')
    await byTwo(lower)
    expect(await mayMove(id)).toEqual(['yes', 'yes'])
    expect(notified(id)).toEqual(['risk.paused', 'risk.resumed'])
    const { history } = await riskProfile(id)
    expect(history).toMatchObject([
      { action: 'level', before: 'high', after: 'low', officer: expect.stringContaining(idOfOfficer(officer)), reason: REASON },
      { action: 'level', before: 'none', after: 'high', second: null },
    ])
    expect(history[0].second).not.toBeNull()
    const [, down] = await auditTrail(test.platform.db, { action: 'risk.level_set', objectId: id })
    expect(down).toMatchObject({ before: { level: 'high' }, after: { level: 'low', makerId: idOfOfficer(officer) }, reason: REASON })
  })

  it('a change that releases money always needs two officers, also with emergency access: a lower level and the removal of a PEP flag', async () => {
    const id = await customer()
    const officer = newOfficer()
    const alone = async ({ body }: Answer) =>
      (await test.call(officer, 'POST', `/api/administrative/approvals/${body.approvalRequestId}/break-glass`, { note: REASON })).code
    await setLevel(id, 'high', officer)
    expect(await alone(await setLevel(id, 'low', officer))).toBe('approvals.never_alone')
    const pep = await customer()
    expect((await post('natural/flag-peps', { id: pep, reason: REASON }, officer)).status).toBe(200)
    await diligence(pep)
    expect(await alone(await post('natural/clear-peps', { id: pep, reason: REASON }, officer))).toBe('approvals.never_alone')
    expect([await mayMove(id), await mayMove(pep)].flat()).not.toContain('yes')
  })

  it('at medium risk money moves only with the permission of two; one officer revokes it, and another risk ends it', async () => {
    const id = await customer()
    expect((await allow(id, true)).code).toBe('risk.not_medium')
    await setLevel(id, 'medium')
    expect(await mayMove(id)).toEqual(['limits.in_review', 'limits.in_review'])
    const asked = await allow(id, true)
    expect((await allow(id, true)).code).toBe('approvals.already_waiting')
    expect(await mayMove(id)).toEqual(['limits.in_review', 'limits.in_review'])
    await byTwo(asked)
    expect(await mayMove(id)).toEqual(['yes', 'yes'])
    expect((await allow(id, false)).body).toMatchObject({ allow: false, mayTransact: false })
    expect(await mayMove(id)).toEqual(['limits.in_review', 'limits.in_review'])
    await byTwo(await allow(id, true))
    await setLevel(id, 'high')
    expect(await riskProfile(id)).toMatchObject({ allow: false, mayTransact: false })
  })

  it('a permission requested before a change of the risk is not given', async () => {
    const id = await customer()
    await setLevel(id, 'medium')
    const asked = await allow(id, true)
    await setLevel(id, 'high')
    expect((await agree(asked)).code).toBe('approvals.facts_changed')
    expect(await mayMove(id)).toEqual(['limits.in_review', 'limits.in_review'])
  })

  it('D4 nothing is released by a request from before an alert was opened: neither a lower risk, a permission, nor a flag', async () => {
    const [lowered, allowed, cleared] = [await customer(), await customer(), await customer()]
    await setLevel(lowered, 'high')
    await setLevel(allowed, 'medium')
    await post('natural/flag-peps', { id: cleared, reason: REASON })
    await diligence(cleared)
    const asked = [
      await setLevel(lowered, 'low'),
      await allow(allowed, true),
      await post('natural/clear-peps', { id: cleared, reason: REASON }),
    ]
    expect(asked.map(({ status }) => status)).toEqual([202, 202, 202])
    for (const id of [lowered, allowed, cleared]) expect((await riskTest(test).alert(id, 14)).status).toBe(200)
    for (const request of asked) expect((await agree(request)).code).toBe('approvals.facts_changed')
    for (const id of [lowered, allowed, cleared]) expect(await mayMove(id)).toEqual(['limits.in_review', 'limits.in_review'])
  })

  it('lists stop all money immediately, open the alert, notify the customer like any pause, and are removed by two officers', async () => {
    const id = await customer()
    expect((await post('flag-list', { userId: id, reason: REASON })).body).toMatchObject({
      risk: 'high',
      isListed: true,
      mayTransact: false,
    })
    expect(await mayMove(id)).toEqual(['limits.in_review', 'limits.in_review'])
    expect(notified(id)).toEqual(['risk.paused'])
    expect(await read('alerts-status', id)).toMatchObject({ Listas: 'Si' })
    expect(await read('more-information', id)).toMatchObject({ Lists: { result: 'Si' }, Antecedentes: { result: 'Alto' } })
    expect((await post('flag-list', { userId: id, reason: REASON })).code).toBe('risk.nothing_changes')
    expect((await setLevel(id, 'medium')).code).toBe('risk.floor_holds')
    expect((await allow(id, true)).code).toBe('risk.not_medium')
    await byTwo(await post('clear-list', { userId: id, reason: 'Es un homónimo: otra fecha de nacimiento.' }))
    expect(await mayMove(id)).toEqual(['yes', 'yes'])
    expect(await read('alerts-status', id)).toMatchObject({ Listas: 'No' })
    expect(notified(id)).toEqual(['risk.paused', 'risk.resumed'])
  })

  it('a manually opened alert Listas is closed by two officers in the same way', async () => {
    const id = await customer()
    const alert = { alertId: 2, userId: id, message: REASON }
    expect((await test.call(newOfficer(), 'POST', '/kyc/administrative/alerts/activate', alert)).status).toBe(200)
    await byTwo(await post('clear-list', { userId: id, reason: 'Es un homónimo: otra fecha de nacimiento.' }))
    expect(await read('alerts-status', id)).toMatchObject({ Listas: 'No' })
  })

  it('PEP requires medium risk and a permission; a customer who declared it is flagged by the rule', async () => {
    const id = await customer()
    expect((await post('natural/flag-peps', { id, reason: REASON })).body).toMatchObject({
      risk: 'medium',
      isPep: true,
      mayTransact: false,
    })
    expect(await read('alerts-status', id)).toMatchObject({ PEPS: 'Si' })
    expect((await allow(id, true)).code).toBe('compliance.edd_missing')
    await diligence(id)
    await byTwo(await allow(id, true))
    expect(await mayMove(id)).toEqual(['yes', 'yes'])
    await byTwo(await post('natural/clear-peps', { id, reason: 'Dejó el cargo hace más de dos años.' }))
    expect(await riskProfile(id)).toMatchObject({ isPep: false, risk: 'low', allow: false, mayTransact: true })
    expect(await read('more-information', id)).toMatchObject({ PEPS: { result: 'No', state: 'Aceptado' } })

    const declares = newId()
    const pepDetails = { relation: 'self', position: 'Alcaldesa', entity: 'Alcaldía de Tunja', since: '2024-01-01', until: null }
    test.platform.jobs.start()
    await test.send(declares, 'natural-1', level1Fields({ peps: true, pepDetails }))
    await vi.waitFor(async () => expect(await riskProfile(declares)).toMatchObject({ isPep: true, risk: 'medium' }), 30_000)
    expect((await riskProfile(declares)).history).toMatchObject([
      { action: 'pep', officer: null, reason: expect.stringContaining('PEP v1') },
    ])
  })

  it('SEC-11 the calls of the specification work with its fields alone; the GET is refused to prefetching', async () => {
    const id = await customer()
    expect((await post('set-risk-level', { userId: id, riskLevel: 'medium' })).status).toBe(200)
    expect((await post('natural/flag-peps', { id })).status).toBe(200)
    const looks = [['sec-fetch-dest', 'document'], ['sec-fetch-dest', 'image'], ['sec-purpose', 'prefetch'], ['purpose', 'prefetch']] as const // biome-ignore format: one list
    for (const [name, value] of looks) {
      const headers = { authorization: `Bearer ${newOfficer()}`, [name]: value }
      const looked = await fetch(`${test.server.url}${BASE}/flag-list?userId=${id}`, { headers })
      expect(looked.status).toBe(400)
    }
    expect((await riskProfile(id)).isListed).toBeNull()
    expect((await test.call(newOfficer(), 'GET', `${BASE}/flag-list?userId=${id}`)).body).toMatchObject({ isListed: true })
  })

  it('refuses missing reasons, outsiders and oneself', async () => {
    const id = await customer()
    for (const reason of ['', 'corta', 'a b c d e'])
      expect((await post('set-risk-level', { userId: id, riskLevel: 'high', reason })).code).toBe('request.reason_invalid')
    for (const userId of ['x', id.slice(1)]) expect((await setLevel(userId, 'high')).code).toBe('request.not_found')
    for (const self of [id, id.toUpperCase()]) {
      const me = `officer:${id}`
      const calls = [
        setLevel(self, 'low', me), allow(self, true, me), post('flag-list', { userId: self, reason: REASON }, me),
        test.call(me, 'GET', `${BASE}/risk?userId=${self}`), test.call(me, 'GET', `${BASE}/stepsToFollow?userId=${self}`),
        post('clear-list', { userId: self, reason: REASON }, me), post('natural/clear-peps', { id: self, reason: REASON }, me),
      ] // biome-ignore format: one list
      expect(new Set((await Promise.all(calls)).map(({ code }) => code))).toEqual(new Set(['compliance.own_account']))
    }
    expect((await test.call(id, 'POST', `${BASE}/set-risk-level`, { userId: id, riskLevel: 'low' })).status).toBe(403)
  })

  it('twenty concurrent flags are one change', async () => {
    const id = await customer()
    const answers = await Promise.all(Array.from({ length: 20 }, () => post('flag-list', { userId: id, reason: REASON })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
    expect((await riskProfile(id)).history).toHaveLength(1)
    expect(await mayMove(id)).toEqual(['limits.in_review', 'limits.in_review'])
  })

  it('atomicity: a failure after the change rolls everything back', async () => {
    const id = await customer()
    const flag = { accountId: id, reason: 'LISTAS v1: la cédula es igual.' }
    const failing = inTransaction(test.database.db, async (tx) => {
      expect(await test.risk.flagList(tx, flag)).toBe(true)
      throw new Error('the list could not be kept')
    })
    await expect(failing).rejects.toThrow('the list could not be kept')
    expect(await riskProfile(id)).toMatchObject({ isListed: null, history: [] })
    expect(await read('alerts-status', id)).toMatchObject({ Listas: 'No' })
    expect(await inTransaction(test.database.db, (tx) => test.risk.flagList(tx, flag))).toBe(true)
    expect(await inTransaction(test.database.db, (tx) => test.risk.flagList(tx, flag))).toBe(false)
    expect((await riskProfile(id)).history).toHaveLength(1)
  })
})
