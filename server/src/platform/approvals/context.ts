/** Shared context of the approval use cases. */
import type { ApprovalKindName } from '@tunjo/contract/approval-kinds'
import { ApprovalChange } from '@tunjo/contract/approvals'
import type { Locale } from '@tunjo/contract/locales'
import type { Permission } from '@tunjo/contract/permissions'
import * as z from 'zod'
import type { Connection, Transaction } from '../database/database.ts'
import type { Platform } from '../module.ts'
import { translateStored } from '../phrases/catalogue.ts'
import type { EvidenceSeals } from '../secrets/evidence-seals.ts'
import { translateDate } from '../time/translate-date.ts'
import type { RequestRow } from './store.ts'
import type { ApprovalKind, Json, NotifyOfficer, StaffDirectory } from './types.ts'

/** A kind as it was registered, without its types: `parse` is called before every use. */
export type AnyKind = ApprovalKind<Json, unknown>

export interface ApprovalsContext extends Pick<Platform, 'db' | 'clock' | 'audit' | 'jobs' | 'log'> {
  readonly seals: EvidenceSeals
  readonly staff: StaffDirectory
  readonly notifyOfficer: NotifyOfficer
  readonly kinds: Map<ApprovalKindName, AnyKind>
}

export function kindOf({ kinds }: Pick<ApprovalsContext, 'kinds'>, name: ApprovalKindName): AnyKind {
  const kind = kinds.get(name)
  if (!kind) throw new Error(`no module registered the approval kind ${name}`)
  return kind
}

/** Person concerned, also where the request does not name them. */
export async function concernedBy(
  { kinds }: Pick<ApprovalsContext, 'kinds'>,
  connection: Connection,
  { kind: name, params, subjectId }: Pick<RequestRow, 'kind' | 'params' | 'subjectId'>,
): Promise<string | null> {
  const kind = kinds.get(name)
  return kind?.concerned ? kind.concerned(connection, kind.parse(params)) : subjectId
}

/**
 * Lines of a stored request in the reader's language, with the person concerned. The row may have been written by another database role, so its JSON may hold no
 * lines.
 */
export function linesOf(
  context: Pick<ApprovalsContext, 'kinds'>,
  request: Pick<RequestRow, 'kind' | 'params' | 'changes'>,
  locale: Locale,
): readonly ApprovalChange[] {
  const kind = context.kinds.get(request.kind)
  if (!kind || !isReadable(context, request)) return []
  const lines = kind.about ? [...kind.about(kind.parse(request.params)), ...request.changes] : request.changes
  const translate = (text: string) => translateDate(kind.words ? translateStored(kind.words, text, locale) : text, locale)
  return lines.map(({ label, before, after }) => ({
    label: translate(label),
    before: before && translate(before),
    after: translate(after),
  }))
}

/** Whether it can be shown. An unreadable row that another database role wrote must not hide other requests from officers. */
export function isReadable(
  { kinds }: Pick<ApprovalsContext, 'kinds'>,
  { kind: name, params, changes }: Pick<RequestRow, 'kind' | 'params' | 'changes'>,
): boolean {
  try {
    kinds.get(name)?.parse(params)
  } catch {
    return false
  }
  return z.array(ApprovalChange).safeParse(changes).success
}

const DECIDE: Permission = 'approvals.decide'

/** Officers who may decide and hold the permission of the request, without those who have a part in it. */
export async function eligibleCheckers(
  { staff }: Pick<ApprovalsContext, 'staff'>,
  tx: Transaction,
  { permission }: { readonly permission: Permission },
  not: readonly (string | null)[],
): Promise<string[]> {
  const able = new Set(await staff.officersWith(tx, permission))
  return (await staff.officersWith(tx, DECIDE)).filter((id) => able.has(id) && !not.includes(id))
}
