/** Recall for each variant of a Colombian name, and false positives among 50,000 ordinary names. */
import { createScreener } from '../server/src/domains/compliance/screening/index.ts'
import type { ListedParty, ScreenedParty } from '../server/src/domains/compliance/screening/matching/screen.ts'
import { FIRST_SCORES } from '../server/src/domains/compliance/screening/people/scores.ts'
import { fullName, type MadeUpPerson, makeUpPerson, seeded, VARIANTS } from './colombian-names.ts'
import { type Part, partOf, percent, recordShare } from './screening-parts.ts'

const LISTED = 2_000
const ORDINARY = 50_000

export const listed = (person: MadeUpPerson, id: string): ListedParty => ({
  id, type: 'person', names: [fullName(person)], identifiers: [], birthYears: [person.birthYear], countries: ['CO'], gender: person.gender,
}) // biome-ignore format: a row
export const customer = (name: string, birthYear: number | null = null): ScreenedParty => ({
  type: 'person', names: [name], identifiers: [], birthYear, country: null, gender: null,
}) // biome-ignore format: a row

export function measureColombians({ seed, part, verbose }: { seed: number; part: Part; verbose: boolean }): void {
  const random = seeded(seed)
  const people: MadeUpPerson[] = []
  while (people.length < LISTED) {
    const person = makeUpPerson(random)
    if (partOf(fullName(person)) === part) people.push(person)
  }
  const screener = createScreener({ un: people.map((person, at) => listed(person, String(at))) })
  console.log(`\nColombians: ${LISTED} listed people`)
  for (const [title, variant] of Object.entries(VARIANTS)) {
    let [found, of] = [0, 0]
    people.forEach((person, at) => {
      const name = variant(person, random)
      if (name === null) return
      of++
      if (screener.screen(customer(name), FIRST_SCORES).hits.some(({ entryId }) => entryId === String(at))) found++
      else if (verbose && of - found < 8) console.log(`  missed: ${name} (${fullName(person)})`)
    })
    console.log(`  ${title.padEnd(28)} found ${percent(found, of).padStart(9)} of ${of}`)
    recordShare(`Colombians found: ${title}`, found, of, { atLeast: 95 })
  }
  const names = new Set(people.map(fullName))
  let [alarmed, withBirth] = [0, 0]
  for (let count = 0; count < ORDINARY; ) {
    const person = makeUpPerson(random)
    if (names.has(fullName(person))) continue
    count++
    const [hit] = screener.screen(customer(fullName(person)), FIRST_SCORES).hits
    if (!hit) continue
    alarmed++
    if (screener.screen(customer(fullName(person), person.birthYear), FIRST_SCORES).hits.length > 0) withBirth++
    if (verbose && alarmed < 30)
      console.log(`  alarm: ${fullName(person)} (${fullName(people[Number(hit.entryId)] ?? person)}) ${hit.score.toFixed(2)}`)
  }
  console.log(`  false alarms, name alone      ${percent(alarmed, ORDINARY)} of ${ORDINARY}`)
  console.log(`  false alarms, with birth year ${percent(withBirth, ORDINARY)}`)
  recordShare('ordinary Colombians stopped: name alone', alarmed, ORDINARY, { atMost: 0.2 })
  recordShare('ordinary Colombians stopped: name and year of birth', withBirth, ORDINARY, { atMost: 0.2 })
}
