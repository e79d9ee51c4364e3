/**
 * Bank accounts of the blocklist: a number and its bank, since two banks may have the same number. An entry without a bank matches any
 * bank: entries from before the bank was recorded, and those that an officer wants so.
 */
import { foldText } from '../../../platform/database/list-query.ts'
import { BANKS } from '../../reference/parameters/index.ts'
import type { ListedValue } from './listed-value.ts'

export interface BankAccountNumber {
  /** Null: the bank is unknown. */
  readonly bankId: number | null
  readonly number: string
}

const DIGITS_MIN = 6
const SEEN_DIGITS = 3
const digitsOf = (number: string): string | null => {
  const digits = number.replace(/\D/g, '')
  return digits.length < DIGITS_MIN ? null : digits
}
const textOf = (bankId: number | null, digits: string) => (bankId === null ? digits : `${bankId} ${digits}`)

/** Comparison texts of an account: with its bank, and with any. An account with an unknown bank may match each bank. */
export function bankAccountTexts({ bankId, number }: BankAccountNumber): string[] {
  const digits = digitsOf(number)
  if (digits === null) return []
  const banks = bankId === null ? BANKS.map(({ id }) => id) : [bankId]
  return [null, ...banks].map((bank) => textOf(bank, digits))
}

/** As an officer types it: `Bancolombia 123-456789-01`, or the number alone. */
export function readBankAccount(typed: string): ListedValue | null {
  const bank = bankIn(typed)
  const digits = digitsOf(bank?.rest ?? typed)
  if (digits === null || /\p{L}/u.test(bank?.rest ?? typed)) return null
  const seen = `•••${digits.slice(-SEEN_DIGITS)}`
  return { text: textOf(bank?.id ?? null, digits), masked: bank ? `${bank.name} ${seen}` : seen }
}

/** Null: the reported bank name is unknown to us, or missing. */
export const bankNamed = (declared: string): number | null => bankIn(declared)?.id ?? null

interface NamedBank {
  readonly id: number
  readonly name: string
  /** Text after the name of the bank. */
  readonly rest: string
}
/** The longest name first: "Itaú (antes Corpbanca)" is another bank than "Itaú". */
const byLength = BANKS.map((bank) => ({ ...bank, folded: foldText(bank.name) })).sort((a, b) => b.folded.length - a.folded.length)
function bankIn(typed: string): NamedBank | null {
  const text = foldText(typed.trim())
  const bank = byLength.find(({ folded }) => text.startsWith(folded) && !/[\p{L}]/u.test(text.charAt(folded.length)))
  return bank ? { id: bank.id, name: bank.name, rest: text.slice(bank.folded.length) } : null
}
