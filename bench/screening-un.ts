/**
 * Consolidated list of the United Nations: recall as listed, with edits, in another transliteration and in another structure, and false
 * positives among ordinary people and people who were left out of the list.
 */

import { createScreener } from '../server/src/domains/compliance/screening/index.ts'
import { readUn } from '../server/src/domains/compliance/screening/lists/read-un.ts'
import { FIRST_SCORES } from '../server/src/domains/compliance/screening/people/scores.ts'
import { fullName, makeUpPerson, pick, type Random, seeded, slip } from './colombian-names.ts'
import { customer } from './screening-colombians.ts'
import { type Part, partOf, percent, recordShare } from './screening-parts.ts'

const ORDINARY = 50_000

interface Options {
  readonly content: Uint8Array
  readonly seed: number
  readonly part: Part
  readonly verbose: boolean
}
/** Split by person: half of them is listed and queried, the others are not on the list. */
export async function measureUn({ content, seed, part, verbose }: Options): Promise<void> {
  const random = seeded(seed)
  const people = []
  for await (const { entry } of readUn([content])) if (entry.type === 'person') people.push(entry)
  const own = people.filter(({ id }) => partOf(id) === part)
  const whole = createScreener({ un: own })
  const mainOnly = createScreener({ un: own.map((entry) => ({ ...entry, names: entry.names.slice(0, 1) })) })
  const finds = (screener: typeof whole, name: string, id: string) =>
    screener.screen(customer(name), FIRST_SCORES).hits.some(({ entryId }) => entryId === id)
  const tally = new Map<string, { found: number; of: number }>()
  const count = (title: string, isFound: boolean, said: string) => {
    const sums = tally.get(title) ?? { found: 0, of: 0 }
    tally.set(title, { found: sums.found + Number(isFound), of: sums.of + 1 })
    if (verbose && !isFound) console.log(`  missed (${title}): ${said}`)
  }
  for (const { id, names } of own) {
    const [main = '', ...others] = names
    const isEdited = random() < 0.25
    const asked = isEdited ? edited(main, random) : main
    count('three quarters as listed, a quarter edited', finds(whole, asked, id), `${asked} (${main})`)
    for (const alias of others) {
      const kind = kindOf(main, alias)
      if (kind) count(kind, finds(mainOnly, alias, id), `${alias} (${main})`)
    }
  }
  console.log(`\nUnited Nations: ${own.length} people, ${whole.entries} entries`)
  for (const [title, { found, of }] of tally) {
    console.log(`  ${title.padEnd(44)} found ${percent(found, of)} of ${of}`)
    recordShare(`United Nations found: ${title}`, found, of)
  }
  let alarms = 0
  for (let at = 0; at < ORDINARY; at++) if (whole.screen(customer(fullName(makeUpPerson(random))), FIRST_SCORES).hits.length > 0) alarms++
  console.log(`  false alarms among ordinary Colombians        ${percent(alarms, ORDINARY)} of ${ORDINARY}`)
  recordShare('ordinary Colombians stopped by that list', alarms, ORDINARY, { atMost: 0.3 })
  const strangers = people.filter(({ id }) => partOf(id) !== part)
  const stopped = strangers.filter(({ names: [main = ''] }) => whole.screen(customer(main), FIRST_SCORES).hits.length > 0).length
  console.log(`  other people of the same list, left out of it ${percent(stopped, strangers.length)} of ${strangers.length}`)
  recordShare('others of the same list, left out of it, stopped', stopped, strangers.length)
}

/** A typing error, capitals, or the last word first. */
function edited(name: string, random: Random): string {
  const words = name.split(' ')
  const turned = words.length > 2 ? [words.at(-1) ?? '', ...words.slice(0, -1)].join(' ') : name
  return pick(random, [slip(name.toLowerCase(), random) ?? name, name.toLowerCase(), turned])
}

const ALIKE = 0.55
/** Kind of an alias in the list: the main name in another spelling, or with other words. Null: another name. */
function kindOf(main: string, alias: string): string | null {
  const [one, other] = [main, alias].map(plainWords)
  if (!one || !other || other.length < 2) return null
  if (/[^\p{Script=Latin}\p{P}\p{Zs}\p{N}\p{M}]/u.test(alias)) return 'original script'
  const [long, short] = [one.join(''), other.join('')]
  if (one.length === other.length && long !== short && likeness(long, short) >= ALIKE) return 'transliteration'
  const shared = other.filter((word) => one.includes(word)).length
  return one.length !== other.length && shared >= 2 ? 'changed structure' : null
}

/** Independent of the product's name knowledge: the measured pairs do not depend on its rules. */
const plainWords = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\p{M}'’‘`´ʻʼʿʾ]/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Plain Levenshtein distance over the longer name, independent of the measured method. */
function likeness(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      next[j] = Math.min((next[j - 1] ?? 0) + 1, (row[j] ?? 0) + 1, (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1))
    }
    row = next
  }
  return 1 - (row[other.length] ?? 0) / Math.max(one.length, other.length)
}
