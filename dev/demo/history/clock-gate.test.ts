/** Shared lock of the demo's clock. */
import { expect, it } from 'vitest'
import { createClockGate } from './clock-gate.ts'

it('a leap waits for approvals in flight, and the next approval waits for the leap', async () => {
  const gate = createClockGate()
  const log: string[] = []
  const [first, second] = [await gate.hold(), await gate.hold()]
  const leap = gate.leap(async () => void log.push('leap'))
  const later = gate.hold().then((release) => {
    log.push('approval')
    release()
  })
  log.push('first')
  first()
  first()
  await Promise.resolve()
  log.push('second')
  second()
  await Promise.all([leap, later])
  expect(log).toEqual(['first', 'second', 'leap', 'approval'])
})

it('a failing leap is reported to its caller and does not prevent the next one', async () => {
  const gate = createClockGate()
  const failing = gate.leap(() => Promise.reject(new Error('the database is away')))
  const next = gate.leap(async () => undefined)
  await expect(failing).rejects.toThrow('the database is away')
  await next
  const release = await gate.hold()
  release()
})
