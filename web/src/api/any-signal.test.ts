import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anySignal } from './any-signal.ts'

describe.each([
  ['a browser that has AbortSignal.any', false],
  ['a browser that lacks it', true],
] as const)('SHELL-14 in %s', (_name, isMissing) => {
  const native = AbortSignal.any
  beforeEach(() => {
    if (isMissing) Reflect.deleteProperty(AbortSignal, 'any')
  })
  afterEach(() => {
    AbortSignal.any = native
  })

  it('a signal ends with the first of several, for its reason', () => {
    const [one, other] = [new AbortController(), new AbortController()]
    const signal = anySignal([one.signal, other.signal])
    expect(signal.aborted).toBe(false)
    other.abort('gone')
    one.abort('later')
    expect([signal.aborted, signal.reason]).toEqual([true, 'gone'])
  })

  it('an already aborted signal ends it immediately', () => {
    expect(anySignal([new AbortController().signal, AbortSignal.abort('before')])).toMatchObject({ aborted: true, reason: 'before' })
  })
})
