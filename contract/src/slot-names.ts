/** Display names of the items that a reviewer decides about: slots of the forms, and their fields. */
import type { Locale } from './locales.ts'

const NAMES: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {
  es: {
    fields: 'datos del formulario',
    frontal: 'frente del documento',
    back: 'reverso del documento',
    selfie: 'selfie',
    proofResidence: 'comprobante de residencia',
    documents: 'documentos del nivel 3',
    rut: 'RUT',
    chamberOfCommerce: 'certificado de cámara de comercio',
    shareholderCertificate: 'composición accionaria',
    identityCopies: 'copias de documentos de identidad',
    financialStatements: 'estados financieros',
    incomeReturns: 'declaraciones de renta',
    vatReturns: 'declaraciones de IVA',
    tradeAuthorization: 'autorización para operar',
    complianceOfficer: 'documentos del oficial de cumplimiento',
  },
  en: {
    fields: 'data of the form',
    frontal: 'front of the document',
    back: 'back of the document',
    selfie: 'selfie',
    proofResidence: 'proof of residence',
    documents: 'documents of level 3',
    rut: 'RUT',
    chamberOfCommerce: 'chamber of commerce certificate',
    shareholderCertificate: 'shareholder composition',
    identityCopies: 'copies of identity documents',
    financialStatements: 'financial statements',
    incomeReturns: 'income tax returns',
    vatReturns: 'VAT returns',
    tradeAuthorization: 'authorization to trade',
    complianceOfficer: 'documents of the compliance officer',
  },
}

/** `frontal,selfie` → `frente del documento, selfie`; each once. Empty for an empty list. */
export const slotNames = (slots: string, locale: Locale): string =>
  [...new Set(slots.split(','))].flatMap((slot) => NAMES[locale][slot] ?? []).join(', ')
