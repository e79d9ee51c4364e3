/** Alert rules, dashboard, runbooks and the answer of the running product match the declarations of the measures. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { declaredMeasures } from '../src/platform/observability/gauges.ts'
import { expressionOf, monitoringFiles } from './alert-files.ts'

const FOLDER = join(import.meta.dirname, '../../deploy/monitoring')
const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
const rules = declaredMeasures().flatMap((measure) => (measure.rules ?? []).map((rule) => ({ measure, rule })))
const alerts = rules.map(({ rule }) => rule.alert)
const isDeclared = new Set(declaredMeasures().map(({ name }) => name))

/** Names of metrics in an expression. */
const metricsIn = (expression: string): string[] =>
  [...expression.replaceAll(/"[^"]*"/g, '').matchAll(/\b(?:tunjo|http)_\w+/g)].map(([name]) => name)

describe('generated files', () => {
  it('match the declarations; npm run map writes them', () => {
    for (const [file, text] of monitoringFiles()) expect(readFileSync(file, 'utf8'), file).toBe(text)
  })

  it('use declared measures only', () => {
    const used = rules.flatMap(({ measure, rule }) => metricsIn(expressionOf(measure, rule)))
    const panels = JSON.parse(read('deploy/monitoring/grafana-dashboard.json')).panels as { targets?: { expr: string }[] }[]
    const shown = panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => metricsIn(expr)))
    expect(used.length).toBeGreaterThan(100)
    const base = (name: string) => (name.startsWith('http_') ? name.replace(/_(count|sum|bucket)$/, '') : name)
    expect([...used, ...shown].filter((name) => !isDeclared.has(base(name)))).toEqual([])
    expect([...isDeclared].filter((name) => !shown.map(base).includes(name))).toEqual([])
  })
})

describe('declarations', () => {
  it('have one name for each measure and each rule', () => {
    const names = declaredMeasures().map(({ name }) => name)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
    expect(alerts.filter((alert, index) => alerts.indexOf(alert) !== index)).toEqual([])
  })

  it('follow the conventions of Prometheus: base units at the end, _total for counters only', () => {
    const names = declaredMeasures().map(({ name }) => name)
    expect(names.filter((name) => !/^(tunjo|http)(_[a-z]+)+$/.test(name))).toEqual([])
    expect(names.filter((name) => /_(age|ms|milliseconds|minutes|hours|percent|kb|mb)$/.test(name))).toEqual([])
    expect(names.filter((name) => name.endsWith('_total'))).toEqual(['tunjo_security_events_total'])
  })
})

describe('runbooks', () => {
  const page = read('docs/runbooks.md')
  const chapters = page.split(/^## /m).slice(1)

  it('has one chapter for each rule, and each has a rule', () => {
    expect(chapters.map((text) => text.split('\n')[0]).toSorted()).toEqual(alerts.toSorted())
  })

  it('says of each what it means, what customers notice, where to begin, how to repair it, and when to call', () => {
    const parts = ['Meaning', 'Customers', 'First check', 'Repair', 'Call']
    const missing = chapters.flatMap((text) =>
      parts
        .filter((part) => !new RegExp(`^- \\*\\*${part}\\*\\*: .+\\.$`, 'm').test(text))
        .map((part) => `${text.split('\n')[0]}: ${part}`),
    )
    expect(missing).toEqual([])
  })
})

describe('tests of the rules', () => {
  const cases = read('deploy/monitoring/tunjo.test.yml').split('- alertname: ').slice(1)

  it('has a quiet and a firing series for each rule', () => {
    const named = (alert: string) => cases.filter((text) => text.startsWith(`${alert}\n`))
    const isQuiet = (text: string) => text.includes('exp_alerts: []')
    expect(alerts.filter((alert) => !named(alert).some(isQuiet) || named(alert).every(isQuiet))).toEqual([])
  })

  const isInstalled = spawnSync('promtool', ['--version']).error === undefined

  // Debian has promtool in the package prometheus.
  it.skipIf(!isInstalled).each(['tunjo.test.yml', 'faults.test.yml'])(
    '%s passes in promtool; skipped where it is not installed',
    (file) => {
      const ran = spawnSync('promtool', ['test', 'rules', file], { cwd: FOLDER, encoding: 'utf8' })
      expect(`${ran.stdout}${ran.stderr}`).toContain('SUCCESS')
      expect(ran.status).toBe(0)
    },
    // 27 hours of each rule: more than a minute on a machine that does much else.
    180_000,
  )
})

describe('faults', () => {
  const monitoring = read('docs/monitoring.md')
  const seconds = (text = '0s'): number => Number(/^(\d+)s$/.exec(text)?.[1])
  const intervalOf = (name: string) => seconds(new RegExp(`${name}: (\\d+s)`).exec(monitoring)?.[1])
  /** Seconds that a threshold itself waits, where it is the age of the last success. Others are facts of the moment. */
  const AGE_OF_SUCCESS = /_last_success_age_seconds\) > (\d+)$/

  it.each([
    ['database full, or restarted', 'ReadinessFailing'],
    ['scheduler dead', 'SchedulerDead'],
    ['chain frozen', 'ReadinessFailing'],
    ['node that does not answer', 'ChainNodeAway'],
    ['node that never mines', 'ChainOperationUnmined'],
    ['wrong key', 'SealingKeyWrong'],
    ['provider hanging', 'ReadinessFailing'],
    ['disk full', 'StorageLow'],
    ['clock wrong', 'ClockWrong'],
  ])('%s: %s is red within 60 seconds of the first measure, by the documented intervals', (_fault, alert) => {
    const found = rules.find(({ rule }) => rule.alert === alert)
    if (!found) throw new Error(`no rule ${alert}`)
    const waited = Number(AGE_OF_SUCCESS.exec(expressionOf(found.measure, found.rule))?.[1] ?? 0)
    expect(intervalOf('scrape_interval') + intervalOf('evaluation_interval') + waited + seconds(found.rule.for)).toBeLessThanOrEqual(60)
  })
})
