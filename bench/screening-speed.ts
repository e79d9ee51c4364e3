/**
 * Speed of one person against 20,000 entries, and of a whole list against 200,000 customers on one core. In processor time, including the
 * garbage collector, so that other work on the machine does not count.
 */
import { createScreener } from '../server/src/domains/compliance/screening/index.ts'
import { FIRST_SCORES } from '../server/src/domains/compliance/screening/people/scores.ts'
import { fullName, makeUpPerson, seeded, slip } from './colombian-names.ts'
import { recordFigure } from './figures.ts'
import { customer, listed } from './screening-colombians.ts'

const ENTRIES = 20_000
const CUSTOMERS = 20_000

export function measureSpeed({ seed }: { seed: number }): void {
  const random = seeded(seed + 1)
  const people = Array.from({ length: ENTRIES }, () => makeUpPerson(random))
  const began = performance.now()
  const screener = createScreener({ un: people.map((person, at) => listed(person, String(at))) })
  console.log(`\nspeed: index of ${ENTRIES} entries in ${(performance.now() - began).toFixed(0)} ms`)
  const times: number[] = []
  for (let count = 0; count < CUSTOMERS; count++) {
    const name = fullName(makeUpPerson(random))
    const asked = count % 4 === 0 ? (slip(name, random) ?? name) : name
    const from = process.cpuUsage()
    screener.screen(customer(asked), FIRST_SCORES)
    const { user, system } = process.cpuUsage(from)
    times.push((user + system) / 1000)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => (times[Math.floor(share * times.length)] ?? 0).toFixed(2)
  recordFigure({
    name: `one person against ${ENTRIES} entries: p99`,
    value: times[Math.floor(0.99 * times.length)] ?? 0,
    unit: 'ms',
    atMost: 5,
  })
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length
  console.log(`  one person: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms; 200,000 people on one core ${((mean * 200_000) / 1000).toFixed(0)} s`)
}
