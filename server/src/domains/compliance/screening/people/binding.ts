/**
 * Legally binding matches in Colombia, by the list and the programmes of an entry. Lists of the United Nations bind as a whole (Ley 1121 de
 * 2006, article 20); those of the United States and of the European Union as far as they are about terrorism (National Security Council, 17
 * January 2020). Entries of their other programmes, such as drugs or countries, stop a customer here without a duty to report.
 */
import type { BindingList } from '@tunjo/contract/regulatory-matches'
import type { ListName } from '@tunjo/contract/screening'

/** Programmes about terrorism, by the codes of each publisher: OFAC's column `Program`, the attribute `programme` of the European Union. */
const TERRORISM: Readonly<Record<Exclude<BindingList, 'un'>, ReadonlySet<string>>> = {
  ofac: new Set(['SDGT', 'SDT', 'FTO']),
  eu: new Set(['TERR', 'TAQA', 'EUAQ', 'HAM']),
}

/** An entry that names no programme counts as binding: an unnecessary report breaks no law. */
export function isBinding(list: ListName, programmes: string): list is BindingList {
  if (list === 'pep') return false
  if (list === 'un') return true
  const codes = programmes.toUpperCase().match(/[A-Z0-9-]+/g) ?? []
  return codes.length === 0 || codes.some((code) => TERRORISM[list].has(code))
}
