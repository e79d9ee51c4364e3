/** Display dates of policies. */
import { byLanguage } from '../../i18n/language.ts'

const longDate = byLanguage((tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' }))

/** `2026-01-15` as "15 de enero de 2026": a calendar day, the same in every time zone. */
export const formatPolicyDate = (isoDate: string): string => longDate().format(new Date(`${isoDate}T00:00:00Z`))
