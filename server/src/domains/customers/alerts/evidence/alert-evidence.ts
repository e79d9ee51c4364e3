/** References for officers: the current data of each, and none that was erased since. */
import type { AlertEvidence } from '@tunjo/contract/alert-evidence'
import { ASSETS, assetCode, formatUnits } from '@tunjo/contract/money'
import { truncatedNetwork } from '../../../../platform/http/network.ts'
import { type KnownEvidence, keyOf } from './evidence-store.ts'
import { type FieldReader, fieldChanges } from './field-changes.ts'
import type { EvidenceRef } from './types.ts'

type Known = ReadonlyMap<string, KnownEvidence>

/** `isPurged`: the documents of the customer were destroyed, so none of their data is shown. */
export function toAlertEvidence(
  refs: readonly EvidenceRef[],
  known: Known,
  { isErased, ...reader }: FieldReader & { readonly isErased: boolean },
): AlertEvidence[] {
  const earlier = refs.find(({ type, role }) => type === 'kyc_item' && role === 'before')
  const before = earlier && known.get(keyOf(earlier))?.fields
  return refs.map((ref) => {
    const { type, id, role = null } = ref
    if (type === 'device' || type === 'network')
      return { type, id: null, role, at: null, isGone: false, facts: ofNetwork(ref), changes: [] }
    const found = known.get(keyOf(ref))
    const isMissing = !found || (isErased && type === 'kyc_item')
    if (isMissing) return { type, id, role, at: null, isGone: isMissing, facts: {}, changes: [] }
    const changes = before && role === 'after' && found.fields ? fieldChanges(before, found.fields, reader) : []
    return { type, id, role, at: found.at?.toISOString() ?? null, isGone: isMissing, facts: readable(found.facts), changes }
  })
}

const ofNetwork = ({ type, id }: EvidenceRef): AlertEvidence['facts'] => (type === 'network' ? { network: truncatedNetwork(id) } : {})

/** Amounts are stored in base units. */
function readable(facts: KnownEvidence['facts']): AlertEvidence['facts'] {
  const { asset, receivedAsset } = facts
  const said = {
    ...facts,
    amount: decimal(facts.amount, asset),
    receivedAmount: decimal(facts.receivedAmount, receivedAsset),
    maximum: decimal(facts.maximum, 'COP'),
  }
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null && value !== undefined))
}

function decimal(amount: string | null | undefined, asset: string | null | undefined): string | null {
  const known = assetCode.safeParse(asset)
  return amount && known.success ? formatUnits(BigInt(amount), ASSETS[known.data].scale) : null
}
