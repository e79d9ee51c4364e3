/** Level of a reserve, as a word and a shape. */
import type { TreasuryLevel as Level } from '@tunjo/contract/reconciliation'
import { useTranslation } from 'react-i18next'
import { StatusBadge, type StatusKind } from '../../../../ui/status-badge.tsx'

const KIND: Readonly<Record<Level, StatusKind>> = { good: 'done', low: 'waiting', critical: 'failed' }

export function TreasuryLevel({ level }: { level: Level }) {
  const { t } = useTranslation('treasury')
  return <StatusBadge kind={KIND[level]}>{t(`level.${level}`)}</StatusBadge>
}
