/** Addresses below a person: tabs, and the documents of a review. */
import type { UserInformation } from '@tunjo/contract/compliance-person'
import type { Form } from '@tunjo/contract/kyc-forms'
import { personPage } from '../../../../parts/person-page.ts'

export const TABS = ['general', 'financiera', 'alertas', 'coincidencias', 'vinculos', 'expediente', 'mensajes', 'linea-de-tiempo'] as const
export type Tab = (typeof TABS)[number]
/** The first three are the dots of the footer. */
const DOTS = ['id', 'address', 'list'] as const
export const DOCUMENTS = [...DOTS, 'pep', 'nature'] as const
export type DocumentView = (typeof DOCUMENTS)[number]

type PersonKind = UserInformation['typeUser']

export type PersonView = { tab: Tab } | { document: DocumentView }

/** Null for an address that does not exist. */
export function viewOf({ tab = 'general', document }: { tab?: string; document?: string }): PersonView | null {
  if (document !== undefined) {
    const found = DOCUMENTS.find((name) => name === document)
    return found ? { document: found } : null
  }
  const found = TABS.find((name) => name === tab)
  return found ? { tab: found } : null
}

export const tabPath = (id: string, tab: Tab): `/${string}` => `${personPage(id)}/${tab}`
export const documentPath = (id: string, document: DocumentView): `/${string}` => `${personPage(id)}/doc/${document}`

const FORMS: Readonly<Record<DocumentView, readonly Form[]>> = {
  id: ['natural-1', 'legal-1'],
  address: ['natural-2'],
  list: [],
  pep: [],
  nature: ['natural-3', 'legal-2', 'legal-3'],
}
/** Forms reviewed in a document view. */
export const formsOf = (document: DocumentView): readonly Form[] => FORMS[document]

/** Null: not reviewed in any view. */
export const documentOfForm = (name: string | undefined): DocumentView | null =>
  DOCUMENTS.find((document) => formsOf(document).some((form) => form === name)) ?? null

/** A company proves its address with its first form, so it has no separate address view (ADM-05). */
export const documentFor = (document: DocumentView, kind: PersonKind): DocumentView =>
  kind === 'Entidad' && document === 'address' ? 'id' : document

export const dotsOf = (kind: PersonKind): readonly DocumentView[] => DOTS.filter((dot) => documentFor(dot, kind) === dot)

/** The adjacent view in the cycle of dots; from another view the first or the last. */
export function dotBeside(document: DocumentView, step: 1 | -1, kind: PersonKind): DocumentView {
  const dots = dotsOf(kind)
  const at = dots.indexOf(document)
  const next = at === -1 ? (step === 1 ? 0 : -1) : (at + step) % dots.length
  return dots.at(next) ?? 'id'
}
