/** Confidential kinds (tipping-off, SEC-70): which officers may see such a request, and where its texts are stored. */
import type { Connection } from '../database/database.ts'
import { refuse } from '../http/refusal.ts'
import type { Caller } from '../http/route.ts'
import type { AnyKind, ApprovalsContext } from './context.ts'
import type { RequestRow } from './store.ts'
import type { HiddenRequests } from './types.ts'

type Officer = Pick<Caller, 'accountId' | 'permissions'>
type Kinds = Pick<ApprovalsContext, 'kinds'>

export async function hiddenFrom({ kinds }: Kinds, connection: Connection, { accountId, permissions }: Officer): Promise<HiddenRequests> {
  const hiddenKinds: HiddenRequests['kinds'][number][] = []
  const targets: HiddenRequests['targets'][number][] = []
  for (const [kind, { confidential, keptFromSubject }] of kinds) {
    const kept = confidential ?? keptFromSubject
    if (!kept) continue
    const { objectType } = kept
    if (confidential && !permissions?.includes(confidential.permission)) hiddenKinds.push({ kind, objectType })
    else for (const target of await kept.targetsAbout(connection, accountId)) targets.push({ kind, objectType, target })
  }
  return { kinds: hiddenKinds, targets }
}

/** @throws Refused `request.not_found`, the same refusal as for a request that never existed */
export async function checkVisible(
  context: Kinds,
  connection: Connection,
  { kind, target }: Pick<RequestRow, 'kind' | 'target'>,
  officer: Officer,
): Promise<void> {
  const { kinds, targets } = await hiddenFrom(context, connection, officer)
  if (kinds.some((one) => one.kind === kind) || targets.some((one) => one.kind === kind && one.target === target))
    refuse('request.not_found')
}

/** Officer's text as the request and the audit trail store it. */
export const storedText = ({ kinds }: Kinds, { kind }: Pick<RequestRow, 'kind'>, words: string | null): string | null =>
  kinds.get(kind)?.confidential ? null : words

/** @throws when a confidential kind lets one officer act alone: the note of that officer would not be sealed */
export function checkKind(name: string, { confidential, isNeverAlone }: Pick<AnyKind, 'confidential' | 'isNeverAlone'>): void {
  if (confidential && !isNeverAlone) throw new Error(`the confidential kind ${name} must never be executed by one officer alone`)
}
