/** Accounts for use cases that run in groups, from the memory of a test: nothing of them is in the database. */
import type { Refusal } from '../../../platform/http/refusal.ts'
import type { AccountInGroup, IdentityInGroups } from './core/types.ts'

export const accountsInGroups = (
  accountOf: (id: string) => Omit<AccountInGroup, 'id' | 'mark'>,
  consentOf: (id: string) => Refusal | null = () => null,
): IdentityInGroups => ({
  account: (key) => ({
    text: `SELECT to_jsonb(asked.${key})`,
    read: (json) => ({ ...accountOf(String(json)), id: String(json), mark: '' }),
  }),
  consent: (key) => ({ text: `SELECT to_jsonb(asked.${key})`, read: (json) => consentOf(String(json)) }),
  kinds: [],
  keep: () => undefined,
})
