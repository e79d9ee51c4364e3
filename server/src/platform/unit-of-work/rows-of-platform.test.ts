/**
 * Events, jobs and steps of state machines of use cases in groups: committed with the rows of the command or not at all, and announced
 * immediately.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../dev/testing/database.ts'
import { newId } from '../database/ids.ts'
import { EVENTS_EMITTED, emitIn } from '../events/in-groups.ts'
import { enqueueIn, JOBS_ENQUEUED } from '../jobs/in-groups.ts'
import { onWork } from '../jobs/wakeups.ts'
import { createLog } from '../observability/log.ts'
import { historyOfSchema, stepIn } from '../state-machine/in-groups.ts'
import { customer, SYSTEM } from '../state-machine/index.ts'
import { stateMachine } from '../state-machine/machine.ts'
import { historyOf } from '../state-machine/store.ts'
import { systemClock } from '../time/clock.ts'
import { createUnitOfWork, held, type UseCase } from './index.ts'

interface Order {
  readonly id: string
  readonly isLost: boolean
  readonly to?: 'OPEN' | 'CLOSED'
}
const ORDERS = stateMachine({
  name: 'payments.sample',
  title: 'Sample',
  states: ['OPEN', 'WAITING', 'CLOSED'],
  initial: 'OPEN',
  final: ['CLOSED'],
  transitions: [{ from: ['OPEN'], to: 'WAITING', on: 'kept back', by: ['system'] }],
})
const HISTORY = historyOfSchema('payments')
const NEVER = held<string>('never', [['id', 'uuid', (id) => id]], 'platform.job AS t WHERE t.id = r.id')
const order: UseCase<Order, Record<never, never>, string> = {
  name: 'sample.order',
  subjectOf: ({ id }) => id,
  keys: { id: 'uuid' },
  keysOf: ({ id }) => ({ id }),
  facts: {},
  kinds: [NEVER, HISTORY, EVENTS_EMITTED, JOBS_ENQUEUED],
  decide({ id, isLost, to = 'OPEN' }, _found, work) {
    if (isLost) work.add(NEVER, id)
    stepIn(work, HISTORY, ORDERS, { subject: id, from: null, to, at: work.now, actor: customer(id) })
    stepIn(work, HISTORY, ORDERS, { subject: id, from: 'OPEN', to: 'WAITING', at: work.now, actor: SYSTEM, note: 'Looked at.' })
    emitIn(work, 'payments.withdrawal_updated', { accountId: id, withdrawalId: id, state: 'IN_REVIEW' })
    enqueueIn(work, { name: 'sample.order', key: id, payload: { id } })
    return id
  },
}
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
const unit = () => createUnitOfWork({ db: database.db, clock: systemClock, log: createLog({ level: 'silent', pretty: false }) })
const writtenOf = async (id: string) => {
  const events = await database.pool.query(
    'SELECT type, version, account_id AS "accountId", payload FROM platform.event WHERE account_id = $1',
    [id],
  )
  const jobs = await database.pool.query(`SELECT name, payload FROM platform.job WHERE key = $1`, [id])
  const history = await historyOf(database.db, ORDERS, id)
  return {
    events: events.rows,
    jobs: jobs.rows,
    steps: history.map(({ from, to, actor, actorId, note }) => [from, to, actor, actorId, note]),
  }
}

it('writes events, jobs and steps as transactions write them, and announces the work', async () => {
  let announced = 0
  const end = onWork(() => announced++)
  const ids = [newId(), newId()]
  try {
    const own = unit()
    await Promise.all(ids.map((id) => own.run(order, { id, isLost: false })))
  } finally {
    end()
  }
  expect(announced).toBe(1)
  for (const id of ids)
    expect(await writtenOf(id)).toEqual({
      events: [
        {
          type: 'payments.withdrawal_updated',
          version: 1,
          accountId: id,
          payload: { accountId: id, withdrawalId: id, state: 'IN_REVIEW' },
        },
      ],
      jobs: [{ name: 'sample.order', payload: { id } }],
      steps: [
        [null, 'OPEN', 'customer', id, null],
        ['OPEN', 'WAITING', 'system', null, 'Looked at.'],
      ],
    })
})

it('R2 writes none of them for a rejected command, whose caller may try again', async () => {
  const [lost, sound] = [newId(), newId()]
  const own = unit()
  const outcomes = await Promise.allSettled([own.run(order, { id: lost, isLost: true }), own.run(order, { id: sound, isLost: false })])
  expect(outcomes).toMatchObject([{ reason: { refusal: { code: 'server.unavailable' } } }, { value: sound }])
  expect(await writtenOf(lost)).toEqual({ events: [], jobs: [], steps: [] })
  expect((await writtenOf(sound)).jobs).toHaveLength(1)
})

it('R2 a step that the machine does not have is a bug of its command, and of no other', async () => {
  const [wrong, sound] = [newId(), newId()]
  const own = unit()
  const outcomes = await Promise.allSettled([
    own.run(order, { id: wrong, isLost: false, to: 'CLOSED' }),
    own.run(order, { id: sound, isLost: false }),
  ])
  expect(outcomes).toMatchObject([{ reason: { name: 'IllegalTransition' } }, { value: sound }])
  expect(await writtenOf(wrong)).toEqual({ events: [], jobs: [], steps: [] })
})
