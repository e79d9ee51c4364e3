import { expect, it } from 'vitest'
import { createLog } from '../log.ts'
import { Refused } from '../refusal.ts'
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

/** Work that ends when it is told to, in a queue that notes who had a turn. */
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

it('one at a time, and what fails holds nobody up', async () => {
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

it('an account waits with eight files at most, all of them with 64', async () => {
  const { queue, add } = queueOfNotes()
  let open = (): void => undefined
  const first = queue('a', () => new Promise<void>((resolve) => (open = resolve)))
  const own = Array.from({ length: 8 }, () => add('a'))
  expect(await outcome(() => add('a'))).toBe('files.too_many_at_once')
  const others = Array.from({ length: 56 }, (_, index) => add(`b${index}`))
  expect(await outcome(() => add('c'))).toBe('files.busy')
  open()
  await Promise.all([first, ...own, ...others])
  expect(await outcome(() => add('a'))).toBe('done')
})

it('R25 the photo of one person is not kept waiting by the documents of another', async () => {
  const uploads = createUploads({ env: {}, log: createLog({ level: 'silent', pretty: false }) })
  const heavy = makePdf({ objects: Array.from({ length: 20_000 }, (_, index) => object(1_000 + index, `<< /A ${index} >>`)) })
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

it('whoever sends thirty refused files waits ten minutes; others do not, and what we could not do does not count', async () => {
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
