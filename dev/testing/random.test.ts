import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { chooseRunSeed } from '../../scripts/run-seed.ts'
import { seededRandom } from './random.ts'

const draws = (name: string, seed?: number) => Array.from({ length: 1_000 }, seededRandom(name, seed))

describe('the seed of a run', () => {
  it('is the one of TEST_SEED, and is refused when it is not a seed', () => {
    expect(chooseRunSeed({ TEST_SEED: '0' })).toBe(0)
    expect(chooseRunSeed({ TEST_SEED: '123456' })).toBe(123_456)
    for (const wrong of ['abc', '-1', '1.5', '2147483648']) expect(() => chooseRunSeed({ TEST_SEED: wrong })).toThrow(wrong)
  })

  it('is chosen once when TEST_SEED is not set', () => {
    const env: NodeJS.ProcessEnv = {}
    const seed = chooseRunSeed(env)
    expect(env.TEST_SEED).toBe(String(seed))
    expect(chooseRunSeed(env)).toBe(seed)
  })

  it('reaches every test file', () => {
    expect(inject('testSeed')).toBe(chooseRunSeed())
    expect(fc.readConfigureGlobal().seed).toBe(inject('testSeed'))
  })
})

describe('seeded random numbers', () => {
  it('are the same for the same seed and name, whatever other generators drew', () => {
    expect(draws('one', 1)).toEqual(draws('one', 1))
    expect(draws('one', 1)).not.toEqual(draws('other', 1))
    expect(draws('one', 1)).not.toEqual(draws('one', 2))
    expect(draws('one')).toEqual(draws('one', inject('testSeed')))
  })

  it('fill the range from 0 to 1', () => {
    const numbers = draws('range')
    expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true)
    expect(new Set(numbers.map((number) => Math.floor(number * 10))).size).toBe(10)
  })
})

describe('a property that fails', () => {
  const failure = () => {
    try {
      fc.assert(fc.property(fc.integer(), fc.integer(), (one, other) => one + other < 1_000))
    } catch (error) {
      return error instanceof Error ? error.message : ''
    }
    return ''
  }

  it('prints its counterexample with the seed of the run, and fails in the same way again', () => {
    expect(failure()).toMatch(new RegExp(`seed: ${inject('testSeed')}, path: "[\\d:]+"[^]*Counterexample: \\[-?\\d+,-?\\d+\\]`))
    expect(failure()).toBe(failure())
  })
})
