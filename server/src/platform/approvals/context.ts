import type { Permission } from '@tunjo/contract/permissions'
import type { Platform } from '../module.ts'
import type { ApprovalKind, Json, StaffDirectory, TellOfficer } from './types.ts'

/** As it was registered, with its types forgotten: `parse` stands before every use. */
export type AnyKind = ApprovalKind<Json, unknown>

export interface ApprovalsContext extends Pick<Platform, 'db' | 'clock' | 'audit' | 'jobs'> {
  readonly staff: StaffDirectory
  readonly tell: TellOfficer
  readonly kinds: Map<string, AnyKind>
}

export function kindOf({ kinds }: Pick<ApprovalsContext, 'kinds'>, name: string): AnyKind {
  const kind = kinds.get(name)
  if (!kind) throw new Error(`nobody registered the approval kind ${name}`)
  return kind
}

export const DECIDE: Permission = 'approvals.decide'
