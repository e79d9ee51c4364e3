/** Many concurrent sign-ins: right ones succeed, and ten guesses are checked. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PASSWORD, People } from '../credentials/people.testing.ts'
import { Browser } from '../identity.testing.ts'

let people: People
beforeAll(async () => {
  people = await People.start()
})
afterAll(() => people?.stop())
beforeEach(() => people.clearAttempts())

/** Alternates between both processes. */
const enter = async (email: string, password: string, index = 0, headers: Record<string, string> = {}) =>
  (await new Browser(index % 2 ? people.there.url : people.here.url).signIn(email, password, headers)).status
const times = <T>(count: number, act: (index: number) => Promise<T>) => Promise.all(Array.from({ length: count }, (_, index) => act(index)))
const countOf = (statuses: readonly number[], wanted: number) => statuses.filter((status) => status === wanted).length

describe('sign-ins at the same instant', () => {
  it('ID-02 twelve right ones enter, at one process and at two', async () => {
    const { email } = await people.newPerson()
    expect(await times(12, () => enter(email, PASSWORD))).toEqual(Array(12).fill(200))
    expect(await times(12, (index) => enter(email, PASSWORD, index))).toEqual(Array(12).fill(200))
  })

  it('ID-02 twelve people of one network enter', async () => {
    const persons = await times(12, () => people.newPerson())
    expect(await times(12, (index) => enter(persons[index]?.email ?? '', PASSWORD, index))).toEqual(Array(12).fill(200))
  })

  it('R10 of 200 wrong ones with rotating headers ten are checked, and the right password comes too late', async () => {
    const { email } = await people.newPerson()
    const statuses = await times(200, (index) => {
      const address = `203.0.113.${index}`
      return enter(email, `intento número ${index}`, index, {
        'x-forwarded-for': address,
        'x-real-ip': address,
        forwarded: `for=${address}`,
      })
    })
    expect([countOf(statuses, 401), countOf(statuses, 429)]).toEqual([10, 190])
    expect(await enter(email, PASSWORD)).toBe(429)
  })

  it('R10 right ones among wrong ones leave no room for an eleventh wrong one', async () => {
    const { email } = await people.newPerson()
    const mixed = await times(40, async (index) => ({
      isRight: index % 2 === 0,
      status: await enter(email, index % 2 === 0 ? PASSWORD : `intento número ${index}`, index),
    }))
    const wrong = mixed.filter(({ isRight }) => !isRight).map(({ status }) => status)
    expect(countOf(wrong, 401)).toBe(10)
    expect(countOf(wrong, 429)).toBe(10)
    for (const { isRight, status } of mixed) if (isRight) expect([200, 429]).toContain(status)
  })
})
