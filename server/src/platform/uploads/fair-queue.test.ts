import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Refused } from '../http/refusal.ts'
import { createLog } from '../observability/log.ts'
import { createFailureLimit } from './failure-limit.ts'
import { createFairQueue } from './fair-queue.ts'
import { createUploads } from './index.ts'
import { makePdf, object } from './pdfs.testing.ts'
import { phonePhoto } from './samples.testing.ts'

const codeOf = (error: unknown) => {
  if (error instanceof Refused) return error.refusal.code
  throw error
}
const outcome = (work: () => Promise<unknown>) =>
  Promise.resolve()
    .then(work)
    .then(() => 'done', codeOf)

/** Queue whose jobs end when the test ends them, and which records the order of accounts. */
function queueOfNotes() {
  const queue = createFairQueue()
  const order: string[] = []
  const add = (key: string, name = key) => queue(key, async () => void order.push(name))
  return { queue, order, add }
}

it('accounts take turns, each in its own order', async () => {
  const { order, add } = queueOfNotes()
  await Promise.all([...['a1', 'a2', 'a3', 'a4'].map((name) => add('a', name)), add('b', 'b1'), add('b', 'b2'), add('c', 'c1')])
  expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})

it('runs one at a time, and a failing job blocks no other', async () => {
  const queue = createFairQueue()
  let running = 0
  const work = async () => {
    running++
    expect(running).toBe(1)
    await new Promise((resolve) => setImmediate(resolve))
    running--
    throw new Error('broken')
  }
  const results = await Promise.allSettled(['a', 'a', 'b', 'c', 'b'].map((key) => queue(key, work)))
  expect(results.map(({ status }) => status)).toEqual(Array(5).fill('rejected'))
  expect(await queue('a', async () => 'next')).toBe('next')
})

it('an account waits with eight files at most, all of them with 64, and the one with the most makes room', async () => {
  const { queue, add } = queueOfNotes()
  let open = (): void => undefined
  const first = queue('a', () => new Promise<void>((resolve) => (open = resolve)))
  const own = Array.from({ length: 8 }, () => add('a'))
  expect(await outcome(() => add('a'))).toBe('files.too_many_at_once')
  const others = Array.from({ length: 56 }, (_, index) => add(`b${index}`))
  // Each newcomer replaces the newest file of the account with the most.
  const newcomers = Array.from({ length: 7 }, (_, index) => add(`c${index}`))
  const dropped = await Promise.all(own.slice(1).map((file) => outcome(() => file)))
  expect(dropped).toEqual(Array(7).fill('files.too_many_at_once'))
  expect(await outcome(() => add('d'))).toBe('files.busy')
  expect(await outcome(() => add('a'))).toBe('files.too_many_at_once')
  open()
  await Promise.all([first, own[0], ...others, ...newcomers])
  expect(await outcome(() => add('a'))).toBe('done')
})

/** Model of the queue: how many waiting files each account has. */
class Model {
  readonly waiting = new Map<string, number>()
  get size() {
    return [...this.waiting.values()].reduce((sum, count) => sum + count, 0)
  }
  get most() {
    return Math.max(0, ...this.waiting.values())
  }
  change(key: string, by: number) {
    this.waiting.set(key, (this.waiting.get(key) ?? 0) + by)
  }
}

it('whatever accounts send in any order, only the one with the most is refused or loses a file', async () => {
  const keys = fc.oneof(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 0, max: 80 }).map(String))
  const steps = fc.array(fc.oneof({ weight: 4, arbitrary: keys }, { weight: 1, arbitrary: fc.constant(null) }), {
    minLength: 70,
    maxLength: 220,
  })
  await fc.assert(
    fc.asyncProperty(steps, async (moves) => {
      const queue = createFairQueue()
      const model = new Model()
      const running: (() => void)[] = []
      const ends: Promise<string>[] = []
      const settle = () => new Promise((resolve) => setImmediate(resolve))
      const add = (key: string) => {
        const before = new Map(model.waiting)
        const [size, most, own] = [model.size, model.most, model.waiting.get(key) ?? 0]
        const work = () => {
          model.change(key, -1)
          return new Promise<void>((resolve) => running.push(resolve))
        }
        try {
          model.change(key, 1)
          const end = queue(key, work)
          ends.push(
            end.then(
              () => 'done',
              (error) => {
                model.change(key, -1)
                expect([codeOf(error), error.refusal.params]).toEqual(['files.too_many_at_once', { retryAfterSeconds: 60 }])
                return 'dropped'
              },
            ),
          )
        } catch (error) {
          model.change(key, -1)
          expect(codeOf(error)).toBe(own > 0 ? 'files.too_many_at_once' : 'files.busy')
          // Its own eight, or a full queue in which no account has more than it would have.
          expect(own === 8 || (size === 64 && own + 1 >= most)).toBe(true)
          expect(model.waiting).toEqual(new Map([...before, [key, own]]))
        }
      }
      for (const move of moves) {
        if (move === null) running.shift()?.()
        else add(move)
        await settle()
        expect(model.size).toBeLessThanOrEqual(64)
        expect(model.most).toBeLessThanOrEqual(8)
      }
      while (model.size > 0 || running.length > 0) {
        running.shift()?.()
        await settle()
      }
      expect((await Promise.all(ends)).every((end) => end === 'done' || end === 'dropped')).toBe(true)
    }),
    { numRuns: 60 },
  )
})

it('R25 E7 nine accounts that send without a pause refuse no file of a newcomer', async () => {
  const queue = createFairQueue()
  const work = () => new Promise<void>((resolve) => setImmediate(resolve))
  let isOver = false
  const flood = async (key: string) => {
    while (!isOver) await Promise.all(Array.from({ length: 10 }, () => outcome(() => queue(key, work)))).then(work)
  }
  const attack = Array.from({ length: 9 }, (_, index) => flood(`attacker ${index}`))
  for (let file = 0; file < 9; file++) expect(await outcome(() => queue('newcomer', work))).toBe('done')
  isOver = true
  await Promise.all(attack)
})

it('R25 the photo of one person does not wait for the documents of another', async () => {
  const uploads = createUploads({ env: {}, log: createLog({ level: 'silent', pretty: false }) })
  const heavy = makePdf({ objects: Array.from({ length: 4_000 }, (_, index) => object(1_000 + index, `<< /A ${index} >>`)) })
  const order: string[] = []
  const attack = Array.from({ length: 8 }, () =>
    uploads.inspect(heavy, ['pdf'], { account: 'attacker' }).finally(() => order.push('attacker')),
  )
  const photo = uploads
    .inspect(await phonePhoto(640, 640, { quality: 50 }), ['image'], { account: 'victim' })
    .then(() => order.push('victim'))
  await Promise.all([...attack, photo])
  expect(order.filter((who) => who === 'attacker')).toHaveLength(8)
  expect(order.indexOf('victim')).toBeLessThanOrEqual(2)
}, 120_000)

it('R25 a document of escaped names is refused before it is parsed', async () => {
  const uploads = createUploads({ env: {}, log: createLog({ level: 'silent', pretty: false }) })
  const escaped = makePdf({ objects: [object(900, `<< /${'#41'.repeat(900_000)} 1 >>`)] })
  expect(await outcome(() => uploads.inspect(escaped, ['pdf']))).toBe('files.pdf_unreadable')
}, 60_000)

it('an account with thirty refused files waits ten minutes; others do not, and faults of the product do not count', async () => {
  let nowMs = 0
  const limit = createFailureLimit(() => nowMs)
  const fail = (account: string, code: 'files.pdf_unreadable' | 'files.scanner_unavailable') =>
    outcome(() => limit(account, async () => Promise.reject(new Refused({ code, params: {} }))))
  for (let count = 0; count < 40; count++) expect(await fail('b', 'files.scanner_unavailable')).toBe('files.scanner_unavailable')
  for (let count = 0; count < 30; count++) expect(await fail('a', 'files.pdf_unreadable')).toBe('files.pdf_unreadable')
  expect(await outcome(() => limit('a', async () => 'good'))).toBe('files.too_many_refused')
  expect(await outcome(() => limit('b', async () => 'good'))).toBe('done')
  nowMs = 600_000
  expect(await outcome(() => limit('a', async () => 'good'))).toBe('done')
})
