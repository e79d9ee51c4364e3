/** Seals of emergency actions and their reviews (SEC-79): a record that was changed in the database is detected. */
import { readFileSync } from 'node:fs'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { platformOfFile } from '../../../../dev/testing/platform-of-file.ts'
import { newId } from '../database/ids.ts'
import { type ApprovalsBench, approvalsBench, NOTE } from './approvals.testing.ts'
import { BOUND_FACTS } from './bound-facts.ts'

const file = platformOfFile()
const warned = vi.fn()
let bench: ApprovalsBench
beforeAll(async () => {
  const { platform } = file
  const log = Object.assign(Object.create(platform.log), { warn: warned, error: warned, child: () => log })
  const facts = () => Object.fromEntries(BOUND_FACTS['kyc.level'].map((fact) => [fact, 'same']))
  bench = await approvalsBench({ ...platform, log }, { kind: 'kyc.level', facts })
})
beforeEach(() => warned.mockClear())
afterAll(() => bench.close())

const VERDICT = { note: NOTE, verdict: 'justified' }
const review = (officer: string, id: string) => bench.act(officer, id, 'review', { body: VERDICT })
async function broken() {
  const [maker, breaker] = [newId(), newId()]
  const id = await bench.propose(maker)
  expect((await bench.act(breaker, id, 'break-glass')).status).toBe(200)
  return { id, breaker }
}
async function reviewed() {
  const { id, breaker } = await broken()
  expect((await review(newId(), id)).status).toBe(200)
  return { id, breaker }
}
/** Change the row as an attacker with the product's database role. */
const change = (id: string, set: RawBuilder<unknown>) =>
  sql`UPDATE platform.approval_request SET ${set} WHERE id = ${id}`.execute(file.database.db)
async function foundBySweep(id: string): Promise<number> {
  warned.mockClear()
  await bench.sweep()
  return warned.mock.calls.filter(([line]) => line.securityEvent === 'approval_emergency_changed' && line.approvalRequestId === id).length
}

describe('SEC-79 an emergency', () => {
  const CHANGES = {
    'who did it': sql`decided_by = gen_random_uuid()`,
    'from which session': sql`decided_session = gen_random_uuid()`,
    when: sql`decided_at = decided_at - interval '1 hour'`,
    'what they wrote': sql`note = 'Otra nota, que escribió otra mano.'`,
    'its outcome': sql`outcome = 'approvals.facts_changed'`,
    'when its review is due': sql`review_due_at = review_due_at + interval '30 days'`,
  }
  it.each(Object.entries(CHANGES))('SEC-79 %s: found by the sweep, and by the review, which is refused', async (_what, set) => {
    const { id } = await broken()
    expect(await foundBySweep(id)).toBe(0)
    await change(id, set)
    expect(await foundBySweep(id)).toBe(1)
    warned.mockClear()
    expect(await review(newId(), id)).toMatchObject({ status: 409, code: 'approvals.payload_changed' })
    expect(warned.mock.calls.map(([line]) => line.securityEvent)).toContain('approval_emergency_changed')
  })

  it('SEC-79 the officer who broke the glass cannot review it, even when the row names another', async () => {
    const { id, breaker } = await broken()
    expect((await review(breaker, id)).code).toBe('approvals.own_request')
    await change(id, sql`decided_by = gen_random_uuid(), decided_session = gen_random_uuid()`)
    expect((await review(breaker, id)).code).toBe('approvals.payload_changed')
  })

  it('SEC-79 finds a request that only the row calls executed or reviewed', async () => {
    const [hidden, marked] = [await broken(), await broken()]
    await change(
      hidden.id,
      sql`state = 'executed', review_due_at = NULL, decided_by = gen_random_uuid(), decided_session = gen_random_uuid()`,
    )
    await change(marked.id, sql`reviewed_at = now(), verdict = 'justified'`)
    expect([await foundBySweep(hidden.id), await foundBySweep(marked.id)]).toEqual([1, 1])
  })

  it('SEC-79 finds a deed inserted by another database role, ignores it, and does not block the review', async () => {
    const { id } = await broken()
    await sql`INSERT INTO platform.emergency_deed (id, request_id, deed, officer_id, session_id, at, verdict, seal)
      SELECT ${newId()}, request_id, 'reviewed', gen_random_uuid(), gen_random_uuid(), now(), 'justified', seal
      FROM platform.emergency_deed WHERE request_id = ${id}`.execute(file.database.db)
    expect(await foundBySweep(id)).toBe(1)
    expect((await review(newId(), id)).status).toBe(200)
  })
})

describe('SEC-79 a review', () => {
  it.each(
    Object.entries({
      'its verdict': sql`verdict = 'not_justified'`,
      when: sql`reviewed_at = reviewed_at - interval '1 hour'`,
      'that there was one': sql`reviewed_at = NULL, verdict = NULL`,
    }),
  )('SEC-79 %s: found by the sweep', async (_what, set) => {
    const { id } = await reviewed()
    expect(await foundBySweep(id)).toBe(0)
    await change(id, set)
    expect(await foundBySweep(id)).toBe(1)
    expect((await review(newId(), id)).status).toBe(409)
  })

  it('SEC-79 the role of the product cannot change who reviewed and what they wrote', async () => {
    const { id } = await reviewed()
    const set = sql`officer_id = gen_random_uuid()`
    await expect(sql`UPDATE platform.emergency_deed SET ${set} WHERE request_id = ${id}`.execute(file.database.db)).rejects.toThrow(
      'permission denied',
    )
    await sql`UPDATE platform.emergency_deed SET ${set} WHERE request_id = ${id} AND deed = 'reviewed'`.execute(file.database.owner)
    expect(await foundBySweep(id)).toBe(1)
  })
})

it('SEC-79 seals those from before there were seals once, over what the owner of the database stored', async () => {
  const [old, changed] = [await reviewed(), await broken()]
  const both = sql`request_id IN (${old.id}, ${changed.id})`
  await sql`UPDATE platform.emergency_deed SET seal = NULL WHERE ${both}`.execute(file.database.db)
  await sql`UPDATE platform.before_seals SET rows = (SELECT jsonb_agg(to_jsonb(emergency)) FROM platform.emergency_deed AS emergency WHERE ${both})
    WHERE kind = 'emergency_deed'`.execute(file.database.owner)
  await sql`UPDATE platform.emergency_deed SET officer_id = gen_random_uuid() WHERE request_id = ${changed.id}`.execute(file.database.owner)
  expect([await foundBySweep(old.id), await foundBySweep(changed.id)]).toEqual([1, 1])
  await bench.approvals.sealOldRows()
  await bench.approvals.sealOldRows()
  expect([await foundBySweep(old.id), await foundBySweep(changed.id)]).toEqual([0, 1])
})

it('SEC-79 the upgrade records the existing emergencies and reviews', async () => {
  const [waiting, over] = [await broken(), await reviewed()]
  const kept = sql`SELECT request_id, deed, officer_id, session_id, at, note, review_due_at, verdict FROM platform.emergency_deed
    WHERE request_id IN (${waiting.id}, ${over.id}) ORDER BY at`
  const before = (await kept.execute(file.database.db)).rows
  expect(before).toHaveLength(3)
  const undone = new Error('the upgrade is looked at, and taken back')
  const upgrade = file.database.owner.transaction().execute(async (tx) => {
    for (const statement of [
      'DROP TABLE platform.emergency_deed',
      'DROP INDEX platform.approval_request_emergency',
      "DELETE FROM platform.before_seals WHERE kind = 'emergency_deed'",
      readFileSync('server/src/platform/migrations/0016_sealed_emergencies.sql', 'utf8').replace('ADD CHECK', 'ADD CONSTRAINT again CHECK'),
    ])
      await sql.raw(statement).execute(tx)
    expect((await kept.execute(tx)).rows).toEqual(before)
    const written = await sql<{ ids: string[] }>`SELECT array_agg(old.value ->> 'request_id') AS ids FROM platform.before_seals,
      jsonb_array_elements(rows) AS old WHERE kind = 'emergency_deed'`.execute(tx)
    expect(written.rows[0]?.ids).toEqual(expect.arrayContaining([waiting.id, over.id]))
    throw undone
  })
  await expect(upgrade).rejects.toBe(undone)
})

it.each(['approve', 'break-glass'] as const)(
  'SEC-79 what was executed by %s and is called open again is not executed a second time',
  async (how) => {
    const id = await bench.propose(newId())
    expect((await bench.act(newId(), id, how)).status).toBe(200)
    const done = bench.executed.length
    await change(
      id,
      sql`state = 'proposed', decided_by = NULL, decided_session = NULL, decided_at = NULL, note = NULL, review_due_at = NULL`,
    )
    for (const what of ['approve', 'break-glass'])
      expect(await bench.act(newId(), id, what)).toMatchObject({ status: 409, code: 'approvals.payload_changed' })
    expect(bench.executed.length).toBe(done)
  },
)
