/** Owner of a credit line, by the reference that its payer wrote; or the cause why it is undecided. */
import type { LineCause } from '@tunjo/contract/bank-statements'
import type { Connection } from '../../../../platform/database/database.ts'
import { referencesIn } from './reference.ts'
import { ownersOf } from './reference-store.ts'
import type { ParsedLine } from './statement-file.ts'

export async function ownerOf(
  connection: Connection,
  { reference, description }: Pick<ParsedLine, 'reference' | 'description'>,
): Promise<{ accountId: string } | { cause: LineCause }> {
  const { valid, isMistyped } = referencesIn(reference, description)
  const [owner, ...others] = await ownersOf(connection, valid)
  if (owner !== undefined) return others.length === 0 ? { accountId: owner } : { cause: 'many_references' }
  if (isMistyped) return { cause: 'reference_mistyped' }
  return { cause: valid.length > 0 ? 'reference_unknown' : 'no_reference' }
}
