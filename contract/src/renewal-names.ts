/** Display names of the subjects of a renewal. */
import type { Locale } from './locales.ts'

const NAMES: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {
  es: {
    'natural-1': 'nivel 1 (identidad y documento)',
    'natural-2': 'nivel 2 (residencia y actividad económica)',
    'natural-3': 'nivel 3 (documentos financieros)',
    'legal-1': 'nivel 1 (datos y documentos de la empresa)',
    'legal-2': 'nivel 2 (oficial de cumplimiento)',
    'legal-3': 'nivel 3 (documentos financieros de la empresa)',
    survey: 'encuesta de montos esperados',
  },
  en: {
    'natural-1': 'level 1 (identity and document)',
    'natural-2': 'level 2 (residence and economic activity)',
    'natural-3': 'level 3 (financial documents)',
    'legal-1': 'level 1 (data and documents of the company)',
    'legal-2': 'level 2 (compliance officer)',
    'legal-3': 'level 3 (financial documents of the company)',
    survey: 'survey about expected amounts',
  },
}

/** `natural-1,survey` → `nivel 1 (identidad y documento), encuesta de montos esperados`. */
export const renewalNames = (subjects: string, locale: Locale): string =>
  subjects
    .split(',')
    .flatMap((subject) => NAMES[locale][subject] ?? [])
    .join(', ')
