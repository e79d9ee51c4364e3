/** Steps of a person's risk level over time, for the chart. Plain values. */
import { RISK_LEVELS, type RiskChange, type RiskLevel } from '@tunjo/contract/compliance-risk'

export interface RiskStep {
  readonly at: number
  readonly before: RiskLevel
  readonly after: RiskLevel
  readonly change: RiskChange
  /** Shares of the chart, from the left and from the top. */
  readonly x: number
  readonly y: number
}
export interface RiskSteps {
  readonly steps: readonly RiskStep[]
  readonly path: string
  readonly from: number
  /** End of the chart: the last change, when the local clock is behind it. */
  readonly until: number
}
export const STEP_BOX = { width: 1000, height: 300 } as const

/** Lead before the first change, so that it is visible as one. */
const LEAD_SHARE = 0.06
const yOf = (level: RiskLevel): number => 1 - (RISK_LEVELS.indexOf(level) + 0.5) / RISK_LEVELS.length

/** Null: the level never changed. `history` is newest first. */
export function stepsOf(history: readonly RiskChange[], now: number): RiskSteps | null {
  const changes = history.filter(({ riskBefore, riskAfter }) => riskBefore !== riskAfter).toReversed()
  const [first] = changes
  if (!first) return null
  const begin = Date.parse(first.at)
  const until = Math.max(now, ...changes.map(({ at }) => Date.parse(at)))
  const length = Math.max(1, until - begin) / (1 - LEAD_SHARE)
  const from = until - length
  const steps = changes.map((change) => ({
    at: Date.parse(change.at),
    before: change.riskBefore,
    after: change.riskAfter,
    change,
    x: (Date.parse(change.at) - from) / length,
    y: yOf(change.riskAfter),
  }))
  return { steps, path: pathOf(steps, first.riskBefore), from, until }
}

function pathOf(steps: readonly RiskStep[], first: RiskLevel): string {
  const x = (share: number) => Math.round(share * STEP_BOX.width * 10) / 10
  const y = (level: RiskLevel) => Math.round(yOf(level) * STEP_BOX.height * 10) / 10
  const turns = steps.map((step) => `H${x(step.x)}V${y(step.after)}`)
  return `M0 ${y(first)}${turns.join('')}H${STEP_BOX.width}`
}
