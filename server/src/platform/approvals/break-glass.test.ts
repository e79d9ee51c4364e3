/** Unjustified emergencies (D5): the reversal is proposed and every officer who may review is notified, once and completely. */
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { permissionsOf } from '@tunjo/contract/permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { afterKill } from '../../../../dev/testing/after-kill.ts'
import { runTypeScript } from '../../../../dev/testing/child-process.ts'
import { platformOfFile } from '../../../../dev/testing/platform-of-file.ts'
import { newId } from '../database/ids.ts'
import { refusal, refuse } from '../http/refusal.ts'
import { type ApprovalsBench, approvalsBench, NOTE } from './approvals.testing.ts'
import { BOUND_FACTS } from './bound-facts.ts'

const PROCESS = new URL('./process.testing.ts', import.meta.url)
const file = platformOfFile()
let isRefused = false
let bench: ApprovalsBench
beforeAll(async () => {
  const facts = () =>
    isRefused ? refuse('kyc.document_taken') : Object.fromEntries(BOUND_FACTS['kyc.level'].map((fact) => [fact, 'same']))
  bench = await approvalsBench(file.platform, {
    kind: 'kyc.level',
    facts,
    more: {
      reversal: ({ what, about }) => ({ what: `undo ${what}`, about }),
      checkAlone: async (_connection, { what }) => (what === 'without limits' ? refusal('approvals.never_alone') : null),
    },
  })
})
beforeEach(() => {
  isRefused = false
  bench.notices.length = 0
  bench.officers.length = 0
})
afterAll(() => bench.close())

const proposedFor = async (target: string) =>
  (
    await sql<{ id: string; makerId: string; state: string }>`SELECT id, maker_id AS "makerId", state FROM platform.approval_request
      WHERE target = ${target}`.execute(file.database.db)
  ).rows
const reviewed = (officer: string, id: string, headers = {}) =>
  bench.act(officer, id, 'review', { body: { note: NOTE, verdict: 'not_justified' }, headers })
async function broken(what: string) {
  const [maker, reviewer, treasurer] = [newId(), newId(), newId()]
  bench.officers.push(maker, reviewer, treasurer)
  bench.rights.set(treasurer, permissionsOf(['treasury']))
  const id = await bench.propose(maker, what)
  expect((await bench.act(maker, id, 'break-glass')).status).toBe(200)
  bench.notices.length = 0
  return { id, maker, reviewer }
}
const notifiedOfIt = () => bench.notices.filter(([, { kind }]) => kind === 'approvals.not_justified')

it('D5 not justified: the reversal waits for an officer other than the reviewer, and all who may review are notified', async () => {
  const what = newId()
  const { id, maker, reviewer } = await broken(what)
  expect((await reviewed(reviewer, id)).status).toBe(200)
  const [reversal] = await proposedFor(`undo ${what}`)
  expect(reversal).toMatchObject({ makerId: reviewer, state: 'proposed' })
  const notice = { kind: 'approvals.not_justified', values: { request: 'kyc.level', reversal: 'proposed' } }
  expect(notifiedOfIt()).toEqual([
    [maker, notice],
    [reviewer, notice],
  ])
  expect((await bench.act(reviewer, reversal?.id ?? '', 'approve')).code).toBe('approvals.own_request')
  expect((await bench.act(newId(), reversal?.id ?? '', 'approve')).status).toBe(200)
  expect(bench.executed.at(-1)?.what).toBe(`undo ${what}`)
})

it.each(['approvals.reviewed', 'approvals.reversal_proposed'])(
  'D5 R17 kill -9 at %s: neither the review nor its reversal exists, and the same review again makes both once',
  async (point) => {
    const what = newId()
    const { id, reviewer } = await broken(what)
    const dying = runTypeScript(PROCESS, [JSON.stringify(file.database.connection)], { FAULT_AT: point })
    const { url, dataDir } = JSON.parse(await dying.nextLine())
    const headers = { 'idempotency-key': newId(), 'step-up-grant': newId() }
    const died = once(dying.child, 'exit')
    await expect(
      fetch(`${url}/api/administrative/approvals/${id}/review`, {
        method: 'POST',
        headers: { authorization: reviewer, 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ note: NOTE, verdict: 'not_justified' }),
      }),
    ).rejects.toThrow()
    await died
    expect(dying.child.signalCode).toBe('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
    await afterKill(file.database.owner)
    const traces = await sql<{ verdict: string | null; events: number; deeds: number; answers: number }>`SELECT verdict,
        (SELECT count(*)::int FROM platform.approval_event WHERE request_id = ${id}) AS events,
        (SELECT count(*)::int FROM platform.emergency_deed WHERE request_id = ${id}) AS deeds,
        (SELECT count(*)::int FROM platform.approval_answer WHERE request_id = ${id}) AS answers
      FROM platform.approval_request WHERE id = ${id}`.execute(file.database.db)
    expect(traces.rows).toEqual([{ verdict: null, events: 0, deeds: 1, answers: 0 }])
    expect(await proposedFor(`undo ${what}`)).toEqual([])
    for (let times = 0; times < 2; times++)
      expect((await reviewed(reviewer, id, headers)).body).toMatchObject({ review: { verdict: 'not_justified' } })
    expect(await proposedFor(`undo ${what}`)).toMatchObject([{ makerId: reviewer, state: 'proposed' }])
    expect(notifiedOfIt()).toHaveLength(2)
  },
)

it('D5 justified: nothing is proposed', async () => {
  const what = newId()
  const { id, reviewer } = await broken(what)
  await bench.act(reviewer, id, 'review', { body: { note: NOTE, verdict: 'justified' } })
  expect([await proposedFor(`undo ${what}`), notifiedOfIt()]).toEqual([[], []])
})

it('D5 twenty concurrent reviews propose and notify once, and the same key again does nothing', async () => {
  const what = newId()
  const { id, reviewer } = await broken(what)
  const headers = { 'idempotency-key': newId(), 'step-up-grant': newId() }
  await Promise.all(Array.from({ length: 20 }, (_, i) => reviewed(i % 2 ? newId() : reviewer, id, i % 2 ? {} : headers)))
  expect([(await proposedFor(`undo ${what}`)).length, notifiedOfIt().length]).toEqual([1, 2])
})

it('D5 when its module refuses the reversal by now, the review is kept and officers are notified to do it manually', async () => {
  const what = newId()
  const { id, reviewer } = await broken(what)
  isRefused = true
  expect((await reviewed(reviewer, id)).body.review.verdict).toBe('not_justified')
  expect(await proposedFor(`undo ${what}`)).toEqual([])
  expect(notifiedOfIt().map(([, { values }]) => values)).toEqual(Array(2).fill({ request: 'kyc.level', reversal: 'by_hand' }))
})

it('D5 a kind that needs a second officer is not executed alone, and the page does not offer it', async () => {
  const id = await bench.propose(newId(), 'without limits')
  const done = bench.executed.length
  expect((await bench.act(newId(), id, 'break-glass')).code).toBe('approvals.never_alone')
  expect(bench.executed.length).toBe(done)
})
