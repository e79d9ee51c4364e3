/**
 * The numbers of every rule, by version. A change is another version with the moment from which it holds: what was found by the one before
 * keeps its figures, and the history of an alert names the version. `mode`: `test` writes findings down and raises nothing.
 */
export interface RuleVersion<Numbers> {
  readonly version: number
  readonly from: string
  readonly mode: 'active' | 'test' | 'off'
  readonly numbers: Numbers
}

/** COP cents. */
const MILLION = 100_000_000n

const since2026 = <Numbers>(numbers: Numbers): readonly RuleVersion<Numbers>[] => [
  { version: 1, from: '2026-01-01T00:00:00-05:00', mode: 'active', numbers },
]

export const RULE_VERSIONS = {
  EMAIL: since2026({ quietDays: 30, togetherHours: 72 }),
  CUENTA_BANCARIA: since2026({ quietDays: 30, manyChanges: 3 }),
  INFORMACION: since2026({}),
  LIMITES: since2026({ nearPercent: 90n }),
  DEPOSITOS: since2026({ declaredPercent: 120n, highPercent: 200n }),
  RETIROS: since2026({ declaredPercent: 120n, refusals: 2, refusalHours: 24 }),
  VOLUMEN: since2026({ declaredPercent: 120n }),
  DIRECCION: since2026({}),
  DIRECCION_COMPARTIDA: since2026({ strangers: 2, strangersOfBuilding: 5 }),
  DOCUMENTO_REPETIDO: since2026({}),
  REPRESENTANTE: since2026({ manyCompanies: 3 }),
  INGRESOS: since2026({ networks: 3, quietDays: 30, sharedAccounts: 3, sharedByMany: 20 }),
  NOVEDADES: since2026({}),
  FRACCIONAMIENTO: since2026({ operations: 3, fromPercent: 80n, threshold: 10n * MILLION }),
  ENTRADA_Y_SALIDA: since2026({ from: 5n * MILLION, outPercent: 90n, times: 2 }),
  CUENTA_DORMIDA: since2026({ quietDays: 180, hours: 72, from: 10n * MILLION }),
  CUENTA_NUEVA: since2026({ days: 7, usedPercent: 80n }),
  ALTO_VOLUMEN: since2026({ month: 300n * MILLION, year: 1_000n * MILLION, timesMedian: 10n, medianFrom: 40n * MILLION, medianMonths: 3 }),
} as const satisfies Record<string, readonly RuleVersion<object>[]>

export type RuleName = keyof typeof RULE_VERSIONS
export type NumbersOf<Name extends RuleName> = (typeof RULE_VERSIONS)[Name][number]['numbers']

/** Null before the first one holds. */
export function versionAt<Name extends RuleName>(name: Name, at: Date): RuleVersion<NumbersOf<Name>> | null {
  const versions: readonly RuleVersion<NumbersOf<Name>>[] = RULE_VERSIONS[name]
  return versions.findLast(({ from }) => new Date(from) <= at) ?? null
}
