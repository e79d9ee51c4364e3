/**
 * Generator of the files of monitoring, from the declarations of the measures: alert rules of Prometheus, a dashboard of Grafana, and
 * docs/metrics.md (`npm run map` writes them).
 */
import { fileURLToPath } from 'node:url'
import { type AlertRule, declaredMeasures, type Measure } from '../src/platform/observability/gauges.ts'
// Imports every module, so that each has declared its measures.
import '../src/composition/product.ts'

const RULES_FILE = fileURLToPath(new URL('../../deploy/monitoring/tunjo.rules.yml', import.meta.url))
const DASHBOARD_FILE = fileURLToPath(new URL('../../deploy/monitoring/grafana-dashboard.json', import.meta.url))
const METRICS_PAGE = fileURLToPath(new URL('../../docs/metrics.md', import.meta.url))

/** Text of each generated file by its path. */
export const monitoringFiles = (): ReadonlyMap<string, string> =>
  new Map([
    [RULES_FILE, rulesFile()],
    [DASHBOARD_FILE, dashboard()],
    [METRICS_PAGE, metricsPage()],
  ])

const families = (): [string, Measure[]][] => {
  const grouped = new Map<string, Measure[]>()
  for (const measure of declaredMeasures()) grouped.set(measure.family, [...(grouped.get(measure.family) ?? []), measure])
  return [...grouped].toSorted(([one], [other]) => (one < other ? -1 : 1))
}

/** A value of the database is the same in every process: one alert instead of one for each of them. */
const seriesOf = ({ name, ofProcess }: Measure): string => (ofProcess ? name : `max without (instance) (${name})`)

export function expressionOf(measure: Measure, { alert, when, expr }: AlertRule): string {
  if (expr !== undefined) return expr
  if (when === undefined) throw new Error(`${alert} has neither a threshold nor an expression`)
  return `${seriesOf(measure)} ${when}`
}

export const runbookOf = ({ alert }: AlertRule): string => `docs/runbooks.md#${alert.toLowerCase()}`

function rulesFile(): string {
  const groups = families().flatMap(([family, measures]) => {
    const rules = measures.flatMap((measure) => (measure.rules ?? []).flatMap((rule) => ruleLines(measure, rule)))
    return rules.length === 0 ? [] : [`  - name: tunjo_${family}`, '    rules:', ...rules]
  })
  return ['# Generated from the declarations of the measures by `npm run map`; do not edit.', 'groups:', ...groups, ''].join('\n')
}

/** A text in JSON is a text in YAML. */
const ruleLines = (measure: Measure, rule: AlertRule): string[] => [
  `      - alert: ${rule.alert}`,
  `        expr: ${JSON.stringify(expressionOf(measure, rule))}`,
  ...(rule.for === undefined ? [] : [`        for: ${rule.for}`]),
  '        labels:',
  `          severity: ${rule.severity}`,
  '        annotations:',
  `          summary: ${JSON.stringify(rule.summary)}`,
  `          runbook: ${JSON.stringify(runbookOf(rule))}`,
]

const PANEL = { width: 8, height: 7, inRow: 3 }
const SOURCE = { type: 'prometheus', uid: `\${datasource}` }

/** Unit of Grafana by the end of the name. */
const unitOf = (name: string): string => {
  if (name.endsWith('_seconds')) return 's'
  if (name.endsWith('_bytes')) return 'bytes'
  return name.endsWith('_ratio') ? 'percentunit' : 'short'
}

function dashboard(): string {
  const panels: object[] = []
  let top = 0
  for (const [family, measures] of families()) {
    panels.push({ id: panels.length + 1, type: 'row', title: family, gridPos: { x: 0, y: top, w: 24, h: 1 }, panels: [] })
    top += 1
    for (const [index, measure] of measures.entries()) {
      const x = (index % PANEL.inRow) * PANEL.width
      const y = top + Math.floor(index / PANEL.inRow) * PANEL.height
      panels.push(panelOf(measure, { id: panels.length + 1, gridPos: { x, y, w: PANEL.width, h: PANEL.height } }))
    }
    top += Math.ceil(measures.length / PANEL.inRow) * PANEL.height
  }
  const templating = { list: [{ name: 'datasource', label: 'Prometheus', type: 'datasource', query: 'prometheus' }] }
  const head = { uid: 'tunjo', title: 'Tunjo', schemaVersion: 39, timezone: 'browser', refresh: '30s', time: { from: 'now-6h', to: 'now' } }
  return `${JSON.stringify({ ...head, templating, panels }, null, 2)}\n`
}

function panelOf(measure: Measure, place: object): object {
  const { name, help, label, ofProcess, rules = [] } = measure
  const threshold = rules.map(({ when }) => /^> (\d+)$/.exec(when ?? '')?.[1]).find(Boolean)
  const steps = [{ color: 'green', value: null }, ...(threshold === undefined ? [] : [{ color: 'red', value: Number(threshold) }])]
  const legend = [label, ofProcess ? 'instance' : null].filter((one) => one !== null).map((one) => `{{${one}}}`)
  const target = { refId: 'A', datasource: SOURCE, expr: measure.query ?? seriesOf(measure), legendFormat: legend.join(' ') || name }
  return {
    ...place,
    type: 'timeseries',
    title: name,
    description: [help, ...rules.map((rule) => `${rule.alert}: ${runbookOf(rule)}`)].join('\n'),
    datasource: SOURCE,
    targets: [target],
    fieldConfig: {
      defaults: { unit: unitOf(name), custom: { thresholdsStyle: { mode: 'line' } }, thresholds: { mode: 'absolute', steps } },
      overrides: [],
    },
  }
}

function metricsPage(): string {
  return [
    '# Metrics',
    'Every measure of `/management/prometheus` with its alert rules. Written by `npm run map`; do not edit. [Monitoring](monitoring.md) says how they are read, and\n[runbooks](runbooks.md) what to do when a rule fires.',
    '',
    'A measure *of a process* has its own value in each process; the others come from the database and are the same in all of them.',
    ...families().flatMap(([family, measures]) => [
      '',
      `## ${family}`,
      '',
      '| measure | label | meaning | rules |',
      '| --- | --- | --- | --- |',
      ...measures.map(rowOf),
    ]),
    '',
  ].join('\n')
}

const rowOf = (measure: Measure): string => {
  const { name, label, help, ofProcess, rules = [] } = measure
  const links = rules.map((rule) => {
    const condition = rule.when === undefined ? '' : ` ${rule.when}${rule.for === undefined ? '' : ` for ${rule.for}`}`
    return `[${rule.alert}](runbooks.md#${rule.alert.toLowerCase()})${condition} (${rule.severity})`
  })
  const cells = [`\`${name}\``, label ?? '', ofProcess ? `${help} (of a process)` : help, links.join('; ')]
  return `| ${cells.join(' | ')} |`
}
