/**
 * Detection of money laundering patterns (`typology-patterns.ts`) among ordinary customers (`typology-people.ts`) by the product's rules,
 * and the officers' time it costs. Each rule with the numbers of its first version replays 90 days as a backtest does: on each day with
 * activity, at the hour of the nightly run and at its end, without later data, and it raises, extends and ends alerts as rules do. An alert
 * counts as found when it is about a person who plays a pattern and comes after the pattern began.
 *
 *   npx tsx bench/typologies.ts [people, default 5000] [patterns of each kind, default 20] [seed, default 20261126] [rule, default all]
 */
import { loadavg } from 'node:os'
import { firstValues } from '@tunjo/contract/alert-rule-catalogue'
import { createTestPlatform } from '../dev/testing/test-product.ts'
import { minutesPerAlert } from '../server/src/domains/compliance/monitoring/backtest/cost.ts'
import { type FoundAlert, replayWindow } from '../server/src/domains/compliance/monitoring/backtest/replay-window.ts'
import type { Rule } from '../server/src/domains/compliance/monitoring/define-rule.ts'
import { createEntriesCache } from '../server/src/domains/compliance/monitoring/facts/entries-cache.ts'
import { countPeers } from '../server/src/domains/compliance/monitoring/facts/peers.ts'
import { RULES } from '../server/src/domains/compliance/monitoring/rules/index.ts'
import { buildMonitoring } from '../server/src/domains/compliance/monitoring/testing.ts'
import { openBenchDatabase } from './bench-database.ts'
import { seeded } from './colombian-names.ts'
import { recordFigure } from './figures.ts'
import { sendAmongFriends } from './typology-friends.ts'
import {
  isOwnRule,
  type Label,
  makePatterns,
  TYPOLOGIES,
  TYPOLOGY_NAMES,
  type Typology,
  WINDOW_DAYS,
  WINDOW_START,
} from './typology-patterns.ts'
import { DAY_MS, END, makePerson } from './typology-people.ts'
import { accountOf, writePeople } from './typology-store.ts'

const ordinary = Number(process.argv[2] ?? 5_000)
const patterns = Number(process.argv[3] ?? 20)
const seed = Number(process.argv[4] ?? 20261126)
/** One rule, by its name; all when left out. */
const only = process.argv[5]
const PEOPLE_AT_ONCE = 150
/** Far more people launder here than in reality, so that there is something to count. */
const PREVALENCE = 1 / 200
/** Kinds raised by movements and sign-ins: the others are about documents, of which there are none here. */
const KINDS = [4, 13, 14, 15, 16, 17, 18]

const { owner, application, close } = await openBenchDatabase()
async function measure(): Promise<void> {
  const random = seeded(seed)
  const people = Array.from({ length: ordinary }, (_, n) => makePerson(random, n))
  // A separate seed: identities and incomes stay the same.
  sendAmongFriends(seeded(seed + 1), people)
  const labelled = makePatterns(random, patterns, ordinary)
  const labels = new Map(labelled.map(({ person, ...label }) => [accountOf(person), label]))
  const players = new Set(labelled.map(({ person }) => person))
  const written = await writePeople(owner.db, random, [...people, ...players], (person) => players.has(person))
  console.log(
    `seed ${seed}: ${ordinary} ordinary people, ${players.size} who play ${patterns} patterns of each of ${TYPOLOGY_NAMES.length} kinds; ` +
      `${written.movements} movements, ${written.trades} trades, ${written.signIns} sign-ins in 13 months`,
  )
  const platform = createTestPlatform(application)
  const { limits } = buildMonitoring(platform)
  for (let month = 0; month < 4; month++)
    await countPeers(application.db, new Date(END - month * 30 * DAY_MS).toISOString().slice(0, 10), new Date(END))
  const minutes = (await minutesPerAlert(application.db, RULES[0] ?? fail(), new Date(END))).minutes
  const days = [...written.days].map(([accountId, own]) => ({ accountId, days: own }))
  const [begun, found] = [performance.now(), new Map<Rule, readonly FoundAlert[]>()]
  const asked = RULES.filter(({ kind, name }) => KINDS.includes(kind) && (only === undefined || only === name))
  for (const rule of asked) {
    const start = performance.now()
    found.set(rule, await raisedBy(rule, limits, days))
    console.log(`${rule.name}: ${((performance.now() - start) / 1_000).toFixed(1)} s of looking back`)
  }
  platform.remove()
  report(found, labels, minutes)
  console.log(`\n${((performance.now() - begun) / 1_000).toFixed(0)} s of looking back; load ${loadavg()[0]?.toFixed(1)}`)
}

function fail(): never {
  throw new Error('there is no rule')
}

type People = Parameters<typeof replayWindow>[3]

async function raisedBy(rule: Rule, limits: Parameters<typeof replayWindow>[1], people: People): Promise<FoundAlert[]> {
  const present = { mode: 'off', numbers: {} } as const
  const proposed = { mode: 'active', numbers: firstValues(rule.name) } as const
  const trial = { rule, proposed, present, cache: { entries: createEntriesCache() }, from: new Date(WINDOW_START), until: new Date(END) }
  const found: FoundAlert[] = []
  for (let start = 0; start < people.length; start += PEOPLE_AT_ONCE)
    found.push(...(await replayWindow(application.db, limits, trial, people.slice(start, start + PEOPLE_AT_ONCE))))
  return found
}

type Labels = ReadonlyMap<string, Label>

const isTrue = ({ accountId, alert }: FoundAlert, labels: Labels): boolean => {
  const label = labels.get(accountId)
  return label !== undefined && alert.at.getTime() >= label.from
}
const accountsOf = (found: readonly FoundAlert[]) => new Set(found.map(({ accountId }) => accountId))
const percent = (part: number, of: number) => (of === 0 ? '–' : `${Math.round((100 * part) / of)} %`)
const table = (rows: readonly (readonly (string | number)[])[]) => rows.map((row) => `| ${row.join(' | ')} |`).join('\n')

function report(found: ReadonlyMap<Rule, readonly FoundAlert[]>, labels: Labels, minutes: number): void {
  const all = [...found.values()].flat()
  const lines = [...found].map(([rule, own]) => [nameOf(rule), ...costOf(own, labels, minutes), ...ownRecall(rule, own, labels)])
  const heading = [
    'rule',
    'alerts',
    'people',
    'precision',
    'of 1,000 ordinary people a month',
    'officer-hours',
    'found per officer-hour',
    'its own pattern',
    'recall',
  ]
  console.log(`\n${WINDOW_DAYS} days, ${minutes} minutes an alert; after the dot: if one in ${1 / PREVALENCE} launders\n`)
  console.log(
    table([heading, heading.map(() => '---'), ...lines, ['**all**', ...costOf(all, labels, minutes), 'any', recallOf(all, labels)]]),
  )
  for (const [rule, own] of found) recordFigure({ name: `${nameOf(rule)}: alerts`, value: own.length, unit: '' })
  const byRule = (typology: Typology) => [...found].flatMap(([rule, own]) => (isOwnRule(typology, rule) ? own : []))
  const strong = [...found].flatMap(([rule, own]) => (rule.kind === 18 ? own : []))
  const rows = TYPOLOGY_NAMES.map((typology) => {
    const own: Labels = new Map([...labels].filter(([, label]) => label.typology === typology))
    const those = (isCareful: boolean): Labels => new Map([...own].filter(([, label]) => label.isCareful === isCareful))
    const both = (alerts: readonly FoundAlert[]) => `${recallOf(alerts, those(false))} · ${recallOf(alerts, those(true))}`
    const patternsBy = (isCareful: boolean) => percent(patternsOf(byRule(typology), those(isCareful)), patternsOf(null, those(isCareful)))
    const groups = `${patternsBy(false)} · ${patternsBy(true)}`
    return [TYPOLOGIES[typology].title, own.size, both(byRule(typology)), groups, both(strong), both(all), daysUntil(all, own)]
  })
  const columns = [
    'pattern',
    'people',
    'found by its rule, plain · careful',
    'patterns of which it found somebody',
    'by any of Financieras',
    'by any rule',
    'median days until the first alert',
  ]
  console.log(`\n${table([columns, columns.map(() => '---'), ...rows])}`)
}

const nameOf = ({ name, kind, typeId }: Rule) => `${name}, ${kind}${typeId === null ? '' : `/${typeId}`}`

/**
 * Precision of alerts; share of ordinary customers with an alert; share of an officer's time that finds something. Each here, and at a
 * lower prevalence.
 */
function costOf(own: readonly FoundAlert[], labels: Labels, minutes: number): (string | number)[] {
  const right = own.filter((one) => isTrue(one, labels)).length
  const fewer = (right * PREVALENCE * ordinary) / ((1 - PREVALENCE) * labels.size)
  const disturbed = [...accountsOf(own)].filter((id) => !labels.has(id)).length
  const wrong = own.length - right
  const perHour = (some: number) => (some + wrong === 0 ? '–' : ((some * 60) / ((some + wrong) * minutes)).toFixed(2))
  return [
    own.length,
    accountsOf(own).size,
    `${percent(right, own.length)} · ${percent(fewer, fewer + wrong)}`,
    `${((disturbed * 1_000 * 30) / (ordinary * WINDOW_DAYS)).toFixed(1)}`,
    ((own.length * minutes) / 60).toFixed(0),
    `${perHour(right)} · ${perHour(fewer)}`,
  ]
}

function ownRecall(rule: Rule, own: readonly FoundAlert[], labels: Labels): string[] {
  const typology = TYPOLOGY_NAMES.find((one) => isOwnRule(one, rule))
  if (!typology) return ['–', '–']
  const players: Labels = new Map([...labels].filter(([, label]) => label.typology === typology))
  return [TYPOLOGIES[typology].title, recallOf(own, players)]
}

function recallOf(found: readonly FoundAlert[], labels: Labels): string {
  return percent(accountsOf(found.filter((one) => isTrue(one, labels))).size, labels.size)
}

/** Patterns, played by one or by several people; those of which at least one person was found. */
function patternsOf(found: readonly FoundAlert[] | null, labels: Labels): number {
  const people = found === null ? labels.keys() : accountsOf(found.filter((one) => isTrue(one, labels)))
  return new Set([...people].map((id) => labels.get(id)?.pattern)).size
}

function daysUntil(found: readonly FoundAlert[], labels: Labels): string {
  const first = new Map<string, number>()
  for (const one of found.filter((alert) => isTrue(alert, labels))) {
    const late = (one.alert.at.getTime() - (labels.get(one.accountId)?.from ?? 0)) / DAY_MS
    first.set(one.accountId, Math.min(late, first.get(one.accountId) ?? late))
  }
  const sorted = [...first.values()].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)]?.toFixed(1) ?? '–'
}

try {
  await measure()
} finally {
  await close()
}
