/** Alert rules on the measures of a running process: the text of the measures call, and the expressions that the rules use. */
import { expressionOf } from '../build/alert-files.ts'
import { declaredMeasures } from '../src/platform/observability/gauges.ts'

export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const LINE = /^(\w+)(?:\{(.*)\})? (\S+)$/

export const samplesOf = (text: string): Sample[] =>
  text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = LINE.exec(line) ?? []
    return name === undefined ? [] : [{ name, labels: Object.fromEntries(labelsIn(labels)), value: Number(value) }]
  })

const labelsIn = (text: string): [string, string][] =>
  [...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value])

const COMPARISON = /^(.*) (==|>|<) (.*)$/
const AGGREGATION = /^(max|min) without \(([^)]*)\) \((\w+)\)$/
const PRODUCT = /^([\d.]+) \* (.*)$/

/**
 * Series for which the expression of an alert is true, as `{label="value"}`, and an empty list when it is not. One process is one instance.
 * Knows the comparisons of gauges with numbers and with each other; `for` is not waited for.
 * @throws for another expression
 */
export function firing(alert: string, samples: readonly Sample[]): readonly Readonly<Record<string, string>>[] {
  const [found] = declaredMeasures().flatMap((measure) =>
    (measure.rules ?? []).filter((rule) => rule.alert === alert).map((rule) => expressionOf(measure, rule)),
  )
  const [, left = '', sign = '', right = ''] = COMPARISON.exec(found ?? '') ?? []
  const limits = seriesOf(right, samples)
  return seriesOf(left, samples)
    .filter(({ value }) => limits.some((limit) => isTrue(value, sign, limit.value)))
    .map(({ labels }) => labels)
}

function isTrue(left: number, sign: string, right: number): boolean {
  if (sign === '==') return left === right
  return sign === '>' ? left > right : left < right
}

type Series = Pick<Sample, 'labels' | 'value'>

function seriesOf(expression: string, samples: readonly Sample[]): readonly Series[] {
  if (/^[\d.]+$/.test(expression)) return [{ labels: {}, value: Number(expression) }]
  const [, factor, factored = ''] = PRODUCT.exec(expression) ?? []
  if (factor !== undefined) return seriesOf(factored, samples).map(({ labels, value }) => ({ labels, value: value * Number(factor) }))
  const [, most, without = '', name = ''] = AGGREGATION.exec(expression) ?? []
  if (most !== undefined)
    return aggregated(
      samples.filter((one) => one.name === name),
      most === 'max' ? Math.max : Math.min,
      without.split(', '),
    )
  if (!/^\w+$/.test(expression)) throw new Error(`an expression that this test cannot evaluate: ${expression}`)
  return samples.filter((one) => one.name === expression)
}

function aggregated(series: readonly Series[], choose: (...values: number[]) => number, without: readonly string[]): Series[] {
  const groups = new Map<string, Series>()
  for (const { labels, value } of series) {
    const left = Object.fromEntries(Object.entries(labels).filter(([name]) => !without.includes(name)))
    const key = JSON.stringify(left)
    groups.set(key, { labels: left, value: choose(value, groups.get(key)?.value ?? value) })
  }
  return [...groups.values()]
}
