/** Why a peso amount is refused, with the specification's texts. The server decides again. */
import type { TFunction } from 'i18next'
import { formatCop } from '../ui/amount-format.ts'

/** Until the server's rules are loaded: 10,000 pesos (MON-04), in cents. */
const MINIMUM = 1_000_000n

interface OperationRules {
  minimum: bigint
  maximum: bigint
}

export function amountRefusal(
  amount: bigint | null,
  rules: OperationRules | undefined,
  t: TFunction<'money'>,
  { available, left = null }: { available?: bigint | undefined; left?: bigint | null } = {},
): string | null {
  if (amount === null) return null
  if (amount < (rules?.minimum ?? MINIMUM)) return t('belowMinimum')
  if (rules && amount > rules.maximum) return t('aboveMaximum', { maximum: formatCop(rules.maximum) })
  if (available !== undefined && amount > available) return t('aboveBalance')
  if (left !== null && amount > left) return t('aboveMonth', { left: formatCop(left) })
  return null
}
