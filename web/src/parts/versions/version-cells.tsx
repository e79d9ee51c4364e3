/** Cells of a table of versions: number, status, effective date, and officers. */
import type { VersionState } from '@tunjo/contract/version-decision'
import { useTranslation } from 'react-i18next'
import { StatusBadge, type StatusKind } from '../../ui/status-badge.tsx'
import classes from './version-cells.module.css'

const KINDS: Readonly<Record<VersionState, StatusKind>> = { in_force: 'done', coming: 'waiting', past: 'neutral', replaced: 'neutral' }

export function VersionNumber({ version, state }: { version: number; state: VersionState }) {
  const { t } = useTranslation('versions')
  return (
    <>
      v{version} <StatusBadge kind={KINDS[state]}>{t(`state.${state}`)}</StatusBadge>
    </>
  )
}

interface DecidedByProps {
  /** Null: part of the product. */
  decision: { readonly maker: string; readonly checker: string; readonly reason: string } | null
}

export function DecidedBy({ decision }: DecidedByProps) {
  const { t } = useTranslation('versions')
  if (!decision) return t('first')
  return (
    <>
      {decision.reason}
      <span className={classes.note}>{t('by', { maker: decision.maker, checker: decision.checker })}</span>
    </>
  )
}
