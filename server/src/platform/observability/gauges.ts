/**
 * Measures: gauges of a module, declared once with their names, their texts and their alert rules. /management/prometheus publishes them, and
 * deploy/monitoring is generated from the declarations (server/build/alert-files.ts).
 */

/** Alert rule of Prometheus. docs/runbooks.md has a page for each. */
export interface AlertRule {
  readonly alert: string
  /** Comparison of the measure with its threshold, `> 300`. */
  readonly when?: string
  /** Whole expression, where one comparison is not enough. */
  readonly expr?: string
  readonly for?: string
  /** `page`: wake the officer on call. `ticket`: during the next office hours. */
  readonly severity: 'page' | 'ticket'
  /** One line for the message. */
  readonly summary: string
}

/** `ofProcess`: each process has its own value. The values of others come from the database and are the same in every process. */
interface Declared {
  /** Without the prefix `tunjo_`; the default is `<family>_<signal>`. It ends with its base unit. */
  readonly name?: string
  /** A name that Prometheus itself and other products share. */
  readonly isUnprefixed?: boolean
  /** Expression of its panel, where the measure itself is none: rates of counters. */
  readonly query?: string
  readonly help: string
  readonly ofProcess?: boolean
  /** Factor from the value that is read to the base unit. */
  readonly scale?: number
  /** Declared after names followed the conventions: it has no earlier name. */
  readonly isNew?: boolean
  readonly rules?: readonly AlertRule[]
}

export interface Measure extends Declared {
  readonly name: string
  /** Name of its label, or null. */
  readonly label: string | null
  readonly family: string
  readonly signal: string
}

interface Series {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
}
export interface Sample extends Series {
  readonly value: number
  /** Its earlier name with the value that it had, published for one more release. */
  readonly alias: (Series & { readonly value: number }) | null
}

export interface Measures {
  readonly family: string
  /** Samples of the values that were read, by signal. */
  samplesOf(read: Readonly<Record<string, number>>): readonly Sample[]
}

export interface Gauges {
  readonly measures: Measures
  /** Values by signal. */
  read(): Promise<Readonly<Record<string, number>>>
}

const PREFIX = 'tunjo_'
const declared: Measure[] = []

/** Measures of all modules that were imported, in the order of their declarations. */
export const declaredMeasures = (): readonly Measure[] => declared

type Alias = (signal: string, labels: Readonly<Record<string, string>>) => Series

/**
 * Declare the measures of a family by signal. `{part}` in a signal stands for the value of the label `part`. `alias`: earlier name of a
 * signal, `family{signal="…"}` when left out.
 */
export function declareMeasures(family: string, bySignal: Readonly<Record<string, Declared>>, alias?: Alias): Measures {
  const measures = measuresOf(family, bySignal)
  declared.push(...measures)
  return sampledAs(family, measures, alias)
}

/** Measures that are in no list of the product: for tests, whose process loads other tests too. */
export const undeclaredMeasures = (family: string, bySignal: Readonly<Record<string, Declared>>): Measures =>
  sampledAs(family, measuresOf(family, bySignal))

const measuresOf = (family: string, bySignal: Readonly<Record<string, Declared>>): readonly Measure[] =>
  Object.entries(bySignal).map(([signal, one]) => {
    const label = /\{(\w+)\}/.exec(signal)?.[1] ?? null
    return { ...one, family, signal, label, name: (one.isUnprefixed ? '' : PREFIX) + (one.name ?? `${family}_${signal}`) }
  })

function sampledAs(family: string, measures: readonly Measure[], alias?: Alias): Measures {
  const aliasOf = alias ?? ((signal: string) => ({ name: family, labels: { signal } }))
  return {
    family,
    samplesOf: (read) =>
      Object.entries(read).map(([signal, value]) => {
        const [measure, labels] = measureOf(measures, signal)
        const sample = { name: measure.name, labels, value: value * (measure.scale ?? 1) }
        return { ...sample, alias: measure.isNew ? null : { ...aliasOf(signal, labels), value } }
      }),
  }
}

function measureOf(measures: readonly Measure[], signal: string): [Measure, Readonly<Record<string, string>>] {
  for (const measure of measures) {
    if (measure.signal === signal) return [measure, {}]
    if (measure.label === null) continue
    const [before = '', after = ''] = measure.signal.split(`{${measure.label}}`)
    if (signal.length > before.length + after.length && signal.startsWith(before) && signal.endsWith(after))
      return [measure, { [measure.label]: signal.slice(before.length, signal.length - after.length) }]
  }
  throw new Error(`no measure is declared for ${signal}`)
}
