/** Badge of an account's state (ADM-02), with a label of the calling screen and a shape. */
import type { AccountState } from '@tunjo/contract/identity'
import { StatusBadge, type StatusKind } from '../ui/status-badge.tsx'

const KINDS: Readonly<Record<AccountState, StatusKind>> = { 1: 'waiting', 2: 'done', 3: 'failed', 4: 'neutral' }

export const AccountStateBadge = ({ state, children }: { state: AccountState; children: string }) => (
  <StatusBadge kind={KINDS[state]}>{children}</StatusBadge>
)
