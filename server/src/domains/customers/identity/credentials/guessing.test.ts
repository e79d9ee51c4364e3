import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Browser } from '../identity.testing.ts'
import { People } from './people.testing.ts'

let people: People
beforeAll(async () => {
  people = await People.start()
})
afterAll(() => people?.stop())
beforeEach(() => people.clearAttempts())

describe('guessing', () => {
  it('SEC-15 R10 of 200 tries with rotating headers ten are checked', async () => {
    const { email } = await people.newPerson()
    const statuses: number[] = []
    for (let index = 1; index <= 200; index++) {
      const address = `203.0.113.${index}`
      const headers = { 'x-forwarded-for': address, 'x-real-ip': address, forwarded: `for=${address}`, 'true-client-ip': address }
      statuses.push((await new Browser(people.here.url).signIn(email, `intento número ${index}`, headers)).status)
    }
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(190).fill(429)])
  })
})
