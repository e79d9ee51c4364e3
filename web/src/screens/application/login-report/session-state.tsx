/** State of the session that a sign-in opened. */
import type { SignInRow } from '@tunjo/contract/devices'
import { useTranslation } from 'react-i18next'
import { StatusBadge, type StatusKind } from '../../../ui/status-badge.tsx'

const KINDS = { current: 'done', live: 'waiting', closed: 'neutral' } as const satisfies Record<string, StatusKind>

export function SessionState({ session }: Pick<SignInRow, 'session'>) {
  const { t } = useTranslation('sign-ins')
  if (!session) return t('noSession')
  const state = session.current ? 'current' : session.live ? 'live' : 'closed'
  return <StatusBadge kind={KINDS[state]}>{t(`sessions.${state}`)}</StatusBadge>
}
